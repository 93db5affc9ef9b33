/**
 * Alertmanager's configuration. Each receiver has two routes: critical alerts at once and at any hour,
 * warnings in groups and not in quiet hours. Nothing is sent twice within the repeat interval, and what a
 * receiver refuses is tried again until it is taken. A third route takes test messages to that receiver
 * alone, for one short round: what is not taken by then is given up, and what was taken is resolved, which
 * closes the incident it may have opened.
 */
import { join } from 'node:path';
import { INHIBITIONS, NOTIFICATION_TEST, WATCHDOG } from '@platform/contracts';
import type { Home } from '../home';
import type { AlertSettings, QuietHours, Receiver, ReceiverKind } from './settings';

const NO_RECEIVER = 'none';
const DEAD_MANS_SWITCH = 'dead-mans-switch';
const QUIET = 'quiet-hours';

/**
 * What a receiver refuses is tried again within a round, ever more slowly, and again in the next; what hangs
 * is given up with its round. Short enough that a message which hung once comes soon, and long enough that an
 * hour of refusals is no storm.
 */
const ROUND = '45s';

/** Longer than a test message fires. A test of another receiver of the kind may have to wait for its end. */
const TEST_ROUND = '15s';

export function alertmanagerFile(home: Home): string {
  return join(home.watching, 'alertmanager.json');
}

/** JSON, which is YAML too. Holds secrets. */
export function renderAlertmanager(settings: AlertSettings): string {
  const { receivers, quietHours, deadMansSwitchUrl, repeatHours } = settings;
  // Whole seconds: others are refused.
  const repeat = `${Math.ceil(repeatHours * 3600)}s`;
  const configuration = {
    route: {
      receiver: NO_RECEIVER,
      // Each alert is a message of its own: none waits for the round of another.
      group_by: ['...'],
      group_wait: '1s',
      group_interval: ROUND,
      repeat_interval: repeat,
      routes: [
        {
          matchers: [`alertname="${WATCHDOG}"`],
          receiver: deadMansSwitchUrl === undefined ? NO_RECEIVER : DEAD_MANS_SWITCH,
          group_wait: '0s',
          group_interval: '30s',
          repeat_interval: '1m',
        },
        ...receivers.map(({ name }) => ({
          matchers: [`alertname="${NOTIFICATION_TEST}"`, `receiver="${name}"`],
          receiver: name,
          group_by: ['...'],
          group_wait: '0s',
          group_interval: TEST_ROUND,
        })),
        ...receivers.map(({ name }) => ({
          matchers: ['severity="critical"'],
          receiver: name,
          continue: true,
        })),
        ...receivers
          .filter(({ severity }) => severity === 'all')
          .map(({ name }) => ({
            matchers: ['severity="warning"'],
            receiver: name,
            continue: true,
            group_by: ['severity'],
            group_wait: '30s',
            group_interval: '5m',
            ...(quietHours === undefined ? {} : { mute_time_intervals: [QUIET] }),
          })),
      ],
    },
    receivers: [
      { name: NO_RECEIVER },
      ...(deadMansSwitchUrl === undefined
        ? []
        : [
            {
              name: DEAD_MANS_SWITCH,
              // Counted apart from every kind of receiver: a call of it must not pass for a delivered test of
              // one.
              discord_configs: [{ webhook_url: deadMansSwitchUrl, send_resolved: false }],
            },
          ]),
      ...receivers.map((receiver) => ({
        name: receiver.name,
        ...INTEGRATIONS[receiver.kind](receiver.values),
      })),
    ],
    inhibit_rules: INHIBITIONS.map(({ source, targets, equal = [] }) => ({
      source_matchers: Object.entries(source).map(([label, value]) => `${label}="${value}"`),
      target_matchers: [`alertname=~"${targets.join('|')}"`],
      equal,
    })),
    ...(quietHours === undefined ? {} : { time_intervals: [quietInterval(quietHours)] }),
  };
  return `${JSON.stringify(configuration, null, 2)}\n`;
}

type Values = Receiver['values'];

/** Others than these are refused, and with them the message: that of a test is neither. */
const PAGERDUTY_SEVERITY =
  '{{ if match "^(critical|warning)$" .CommonLabels.severity }}{{ .CommonLabels.severity }}{{ else }}info{{ end }}';

/** What is between < and > would be a link or a call of the whole channel. */
const SLACK_ALERT =
  '{{ .Labels.alertname }} {{ .Status }}{{ with .Annotations.summary }}: {{ reReplaceAll "<" "&lt;" . }}{{ end }}{{ with .Annotations.value }} Value: {{ . }}.{{ end }}{{ with .Annotations.runbook }} {{ . }}{{ end }}\n';
const SLACK_ALERTS = 20;
const SLACK_TEXT = `{{ range $i, $alert := .Alerts }}{{ if lt $i ${SLACK_ALERTS} }}{{ with $alert }}${SLACK_ALERT}{{ end }}{{ end }}{{ end }}{{ if gt (len .Alerts) ${SLACK_ALERTS} }}and more: see the console{{ end }}`;

/**
 * ntfy makes its messages of Alertmanager's JSON by these, and refuses one that is longer than 4,096 bytes
 * for good. So many alerts fit into it whatever their summaries are: a character is four bytes at most.
 */
const NTFY_ALERTS = 5;
const NTFY_TITLE =
  '{{ .commonLabels.severity }} {{ .status }}{{ with .commonLabels.alertname }}: {{ . }}{{ end }}';
const NTFY_MESSAGE =
  '{{ range .alerts }}{{ .labels.alertname }} {{ .status }}{{ with .annotations.summary }}: {{ printf "%.150s" . }}{{ end }}{{ with .annotations.value }} Value: {{ . }}.{{ end }}{{ with .annotations.runbook }} {{ . }}{{ end }}\n{{ end }}{{ with .truncatedAlerts }}and {{ . }} more{{ end }}';

const bearer = (token: unknown) =>
  token === undefined ? {} : { http_config: { authorization: { credentials: token } } };

const INTEGRATIONS: Readonly<Record<ReceiverKind, (values: Values) => object>> = {
  webhook: ({ url, token }) => ({ webhook_configs: [{ url, send_resolved: true, ...bearer(token) }] }),
  email: ({ to, from, smarthost, username, password, require_tls: requireTls }) => ({
    email_configs: [
      {
        to,
        from,
        smarthost,
        send_resolved: true,
        require_tls: requireTls ?? true,
        ...(username === undefined ? {} : { auth_username: username }),
        ...(password === undefined ? {} : { auth_password: password }),
      },
    ],
  }),
  // Without a parse mode: a label with markup in it would be refused by Telegram, and the message with it.
  telegram: ({ bot_token, chat_id, api_url }) => ({
    telegram_configs: [
      {
        bot_token,
        chat_id,
        parse_mode: '',
        send_resolved: true,
        ...(api_url === undefined ? {} : { api_url }),
      },
    ],
  }),
  slack: ({ url, channel }) => ({
    slack_configs: [
      {
        api_url: url,
        send_resolved: true,
        text: SLACK_TEXT,
        ...(channel === undefined ? {} : { channel }),
      },
    ],
  }),
  pagerduty: ({ routing_key, api_url }) => ({
    pagerduty_configs: [
      {
        routing_key,
        send_resolved: true,
        severity: PAGERDUTY_SEVERITY,
        ...(api_url === undefined ? {} : { url: api_url }),
      },
    ],
  }),
  ntfy: ({ url, token }) => ({
    webhook_configs: [
      {
        url: withTemplates(String(url)),
        max_alerts: NTFY_ALERTS,
        send_resolved: true,
        ...bearer(token),
      },
    ],
  }),
};

function withTemplates(url: string): string {
  const topic = new URL(url);
  const { searchParams } = topic;
  searchParams.set('template', 'yes');
  searchParams.set('title', NTFY_TITLE);
  searchParams.set('message', NTFY_MESSAGE);
  return topic.href;
}

/** Hours that end before they begin go over midnight, which is two spans to Alertmanager. */
function quietInterval({ from, to, timeZone }: QuietHours) {
  const times =
    from < to
      ? [{ start_time: from, end_time: to }]
      : [
          { start_time: from, end_time: '24:00' },
          ...(to === '00:00' ? [] : [{ start_time: '00:00', end_time: to }]),
        ];
  return { name: QUIET, time_intervals: [{ times, location: timeZone }] };
}
