/** The one shape of every error answer, in every service and in either casing world. */
import { type Static, Type } from 'typebox';

export const ErrorBody = Type.Object(
  {
    code: Type.String({ description: 'One of the codes in docs/errors.md.' }),
    message: Type.String({ description: 'What is wrong, for a person; never contains a secret.' }),
    field: Type.Union([Type.String(), Type.Null()], {
      description:
        'The parameter or body field to blame, path segments joined by a slash; null where none is.',
    }),
    severity: Type.Enum(['Warning', 'Error', 'Critical']),
    category: Type.Enum(['Safety', 'Infra', 'Data', 'Control']),
    trace_id: Type.String(),
  },
  { title: 'Error', additionalProperties: false },
);
export type ErrorBody = Static<typeof ErrorBody>;
