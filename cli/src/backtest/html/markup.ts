/** Text into HTML. Everything that is not markup passes through `escapeHtml`. */

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The class that colours a figure by its sign. */
export function tone(value: number | null): string {
  return value === null || value === 0 ? '' : value > 0 ? 'gain' : 'loss';
}

export function section(title: string, body: string, note = ''): string {
  const remark = note === '' ? '' : `<p class="note">${escapeHtml(note)}</p>`;
  return `<section><h2>${escapeHtml(title)}</h2>${remark}${body}</section>`;
}
