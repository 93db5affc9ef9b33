/** The commands behind `./platform alerts`. */
import { type AlertSettings, applyAlertSettings, checkAlertSettings, OperatorFault } from '@platform/stack';
import { connect, reached } from '../manager/client';
import { printLine } from '../operator-action';

export async function check(): Promise<number> {
  describe(checkAlertSettings(process.env));
  return 0;
}

export async function apply(): Promise<number> {
  describe(await applyAlertSettings(process.env));
  return 0;
}

const OUTCOMES = {
  delivered: 'delivered',
  refused: 'REFUSED: ./platform logs alertmanager says why',
  unanswered:
    'NOT KNOWN TO HAVE ARRIVED: no answer within 10 s, or others of its kind were sent something meanwhile: look whether it is there',
} as const;

/** Exits with failure unless every message was taken. */
export async function test(receiver: string | undefined, url: string | undefined): Promise<number> {
  const client = connect(url);
  const fault = (reason: string) => new OperatorFault(`The test was not sent: ${reason}.`);
  const listed = await reached(client.GET('/bff/alerts/receivers'), fault);
  if (listed.data === undefined) throw fault(listed.error.message);
  const names = receiver === undefined ? listed.data.items.map(({ name }) => name) : [receiver];
  if (names.length === 0) throw fault('there are no receivers yet, see docs/guides/alerts.md');
  let code = 0;
  for (const name of names) {
    const { data, error } = await reached(
      client.POST('/bff/alerts/test', { body: { receiver: name } }),
      fault,
    );
    if (data === undefined) throw fault(error.message);
    printLine(`${name.padEnd(24)} ${OUTCOMES[data.outcome]}`);
    if (data.outcome !== 'delivered') code = 1;
  }
  return code;
}

function describe({ receivers, quietHours, deadMansSwitchUrl }: AlertSettings): void {
  for (const { name, severity } of receivers) printLine(`${name.padEnd(24)} ${severity}`);
  if (receivers.length === 0) printLine('no one is notified of alerts; they are shown in the console');
  if (quietHours !== undefined) {
    printLine(`warnings wait from ${quietHours.from} to ${quietHours.to} ${quietHours.timeZone}`);
  }
  printLine(`dead man's switch: ${deadMansSwitchUrl === undefined ? 'none' : 'called every minute'}`);
}
