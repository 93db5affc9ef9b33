/**
 * Sends the traces of decisions to a collector, as OTLP over HTTP in JSON. It only reads rows: a collector
 * that is slow, gone or wrong costs no decision and no order. What it did not take is sent again for as long
 * as it is within the window; what it took is not sent twice by this process. The process that comes after
 * it sends once more what is within the window, under the same ids.
 */
import type { ErrorLog, Time } from '@platform/service-kit';
import { type Span, spansOf, type TracedIntent } from '../domain/trace-spans';

const TRACE_WINDOW_MS = 15 * 60_000;
const MOST_SPANS = 1_000;

export interface TraceExportParts {
  /** Only one manager sends. */
  readonly leaderLease: { renew(): Promise<boolean> };
  /** Intents of which something happened within the last so many milliseconds, and when those began. */
  read(windowMs: number): Promise<{ readonly intents: readonly TracedIntent[]; readonly sinceMs: number }>;
  /** Throws where the collector did not take them. */
  send(body: object): Promise<void>;
  readonly errors: Pick<ErrorLog, 'report'>;
  readonly time: Time;
}

export class TraceExport {
  /** When each span was taken. */
  private readonly sent = new Map<string, number>();
  private isFailing = false;

  constructor(private readonly parts: TraceExportParts) {}

  async export(): Promise<void> {
    const { leaderLease, read, time } = this.parts;
    if (!(await leaderLease.renew())) return;
    const { intents, sinceMs } = await read(TRACE_WINDOW_MS);
    // Of a decision of long ago only what is new: the rest of its trace has long been sent.
    const recent = intents.flatMap(spansOf).filter(({ madeAtMs }) => madeAtMs > sinceMs);
    const spans = recent.filter(({ spanId }) => !this.sent.has(spanId));
    for (let at = 0; at < spans.length; at += MOST_SPANS) {
      if (!(await this.send(spans.slice(at, at + MOST_SPANS)))) return;
    }
    // A little longer than they can be read, so that none is forgotten while it can.
    const forgetMs = time.nowMs() - 2 * TRACE_WINDOW_MS;
    for (const [spanId, sentMs] of this.sent) if (sentMs < forgetMs) this.sent.delete(spanId);
  }

  private async send(spans: readonly Span[]): Promise<boolean> {
    const { send, errors, time } = this.parts;
    try {
      await send(otlp(spans));
      this.isFailing = false;
      for (const { spanId } of spans) this.sent.set(spanId, time.nowMs());
      return true;
    } catch (error) {
      if (!this.isFailing) errors.report('MANAGER_TRACES_UNSENT', { err: error });
      this.isFailing = true;
      return false;
    }
  }
}

/** An ExportTraceServiceRequest. */
function otlp(spans: readonly Span[]): object {
  const services = [...new Set(spans.map(({ service }) => service))];
  return {
    resourceSpans: services.map((service) => ({
      resource: { attributes: attributes({ 'service.name': service, 'service.namespace': 'platform' }) },
      scopeSpans: [
        {
          scope: { name: 'platform' },
          spans: spans.filter((span) => span.service === service).map(otlpSpan),
        },
      ],
    })),
  };
}

const KIND_INTERNAL = 1;
const STATUS_ERROR = 2;

function otlpSpan(span: Span): object {
  const { traceId, spanId, parentSpanId, name, startMs, endMs, failure } = span;
  return {
    traceId,
    spanId,
    ...(parentSpanId === null ? {} : { parentSpanId }),
    name,
    kind: KIND_INTERNAL,
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: attributes(span.attributes),
    ...(failure === null ? {} : { status: { code: STATUS_ERROR, message: failure } }),
  };
}

function attributes(values: Readonly<Record<string, string>>): object[] {
  return Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}

/** 64 bits do not fit into a number, and the format takes them as text. */
function nanoseconds(timeMs: number): string {
  return `${Math.round(timeMs)}000000`;
}
