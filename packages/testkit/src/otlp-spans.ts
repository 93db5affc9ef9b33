/** Spans as a collector reads them from the body of an OTLP request in JSON. */

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string };
}

export interface OtlpSpan {
  /** `service.name` of its resource. */
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status?: { readonly code: number; readonly message: string };
}

interface ExportTraceServiceRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<OtlpSpan, 'service'>[] }[];
  }[];
}

export function otlpSpans(body: string): OtlpSpan[] {
  const { resourceSpans } = JSON.parse(body) as ExportTraceServiceRequest;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')!.value.stringValue;
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });
}
