/** The tear-sheet's looks and its one script. Both go into the page: it asks nothing of any network. */

export const STYLE = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#5b6675;--page:#f6f7f9;--card:#fff;--line:#dfe3e8;--gain:#0a7d5c;--loss:#c2352b;--accent:#2459c9;--hold:#9aa4b2}
@media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#98a2b1;--page:#11151b;--card:#191f28;--line:#2b333f;--gain:#3ccf9f;--loss:#ff7d72;--accent:#7ba7ff;--hold:#66707e}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1240px;margin:0 auto;padding:32px 20px 60px}
h1{font-size:26px;margin:0}h2{font-size:17px;margin:0 0 10px}
header p,.note{color:var(--soft);margin:4px 0 12px}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:18px 20px;margin-top:18px}
.gain{color:var(--gain)}.loss{color:var(--loss)}
.cards{display:grid;grid-template-columns:repeat(4,1fr);gap:12px;margin-top:18px}
@media(max-width:760px){.cards{grid-template-columns:repeat(2,1fr)}}
.cards div{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:12px 14px}
.cards dt,.cards p{color:var(--soft);font-size:13px;margin:0}.cards dd{font-size:22px;font-weight:600;margin:2px 0}
.warnings{border-left:4px solid #d99a1c}.warnings ul{margin:0;padding-left:18px}
svg{width:100%;height:auto;display:block}
.grid{stroke:var(--line);stroke-width:1}.tick,.pane{fill:var(--soft);font-size:12px}.pane{font-weight:600}
.equity{fill:none;stroke:var(--accent);stroke-width:1.6}.hold{fill:none;stroke:var(--hold);stroke-width:1.2}
.drawdown{fill:var(--loss);fill-opacity:.22;stroke:var(--loss);stroke-width:1}.cross{stroke:var(--soft);stroke-dasharray:3 3}.cross[hidden]{display:none}
.legend{color:var(--soft);font-size:13px;margin:8px 0 0}.legend output{float:right;color:var(--ink)}
.key{display:inline-block;width:18px;height:3px;margin:0 6px 3px 10px;vertical-align:middle}.equity-key{background:var(--accent)}.hold-key{background:var(--hold)}
table{border-collapse:collapse;width:100%;font-size:13.5px}th{font-weight:600;text-align:left}
.scroll{overflow-x:auto}.tall{max-height:560px;overflow-y:auto}
.heat td,.heat th{text-align:right;padding:5px 8px;white-space:nowrap}.heat td{border:2px solid var(--card);border-radius:4px}
.heat .gain{background:color-mix(in srgb,var(--gain) var(--strength),transparent);color:var(--ink)}
.heat .loss{background:color-mix(in srgb,var(--loss) var(--strength),transparent);color:var(--ink)}
.trips{font-size:13px}.trips th,.trips td{padding:5px 8px;border-bottom:1px solid var(--line);white-space:nowrap}.trips thead th{position:sticky;top:0;background:var(--card)}
.number,.trips th:nth-child(n+3):not(:last-child){text-align:right}
.split th{width:130px;padding:5px 0}.split td.number{width:150px;padding-right:16px}.bar span{display:block;height:12px;border-radius:3px;background:currentColor}
.digests th{width:110px;vertical-align:top;padding:4px 0;color:var(--soft)}code{font-size:12.5px;word-break:break-all}
@media print{body{background:#fff}section{break-inside:avoid}.tall{max-height:none}}
`;

/** Shows the values under the pointer. Without it the page is complete, only still. */
export const SCRIPT = `
const holder=document.getElementById('curve');
if(holder){
  const {left,right,width,data}=JSON.parse(holder.textContent),svg=document.getElementById('equity'),cross=svg.querySelector('.cross'),at=document.getElementById('at');
  const first=data[0][0],last=data[data.length-1][0],money=v=>v.toLocaleString('en-US',{maximumFractionDigits:2});
  svg.addEventListener('pointermove',event=>{
    const box=svg.getBoundingClientRect(),x=Math.min(right,Math.max(left,(event.clientX-box.left)/box.width*width));
    const time=first+(x-left)/(right-left)*(last-first);
    let low=0,high=data.length-1;while(low<high){const mid=(low+high)>>1;data[mid][0]<time?low=mid+1:high=mid}
    const [t,equity,drawdown,hold]=data[low],px=left+(t-first)/(last-first)*(right-left);
    cross.removeAttribute('hidden');cross.setAttribute('x1',px);cross.setAttribute('x2',px);
    at.textContent=new Date(t).toISOString().slice(0,16).replace('T',' ')+' UTC · equity '+money(equity)+' · drawdown '+(100*drawdown).toFixed(1)+' % · hold '+money(hold);
  });
  svg.addEventListener('pointerleave',()=>{cross.setAttribute('hidden','');at.textContent=''});
}
`;
