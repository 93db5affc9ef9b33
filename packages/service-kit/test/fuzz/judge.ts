/**
 * The description as a judge: an answer whose status, code or shape is not declared for its operation is a
 * fault.
 */
import { Compile, type Validator } from 'typebox/schema';
import { expect } from 'vitest';
import type { JsonSchema, Operation } from './description';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const validators = new Map<JsonSchema, Validator>();

export function judge({ operationId, answers }: Operation, { status, text }: Answer): void {
  if (!answers.has(status)) {
    expect.fail(`${operationId} answered ${status}, which it does not declare: ${text.slice(0, 300)}`);
  }
  const schema = answers.get(status);
  if (schema === undefined) return;
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  const body: unknown = JSON.parse(text);
  if (validator.Check(body)) return;
  const [fault] = validator.Errors(body)[1];
  expect.fail(`${operationId} ${status}: ${fault?.instancePath} ${fault?.message} in ${text.slice(0, 300)}`);
}
