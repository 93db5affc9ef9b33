/**
 * The contract's object schemas by the name they are exported under, so that descriptions and clients use the
 * same names.
 */
import { IsObject, type TSchema } from 'typebox';
import { ErrorBody } from './errors/body';
import * as schemas from './schemas';

export const namedSchemas: ReadonlyMap<string, TSchema> = new Map(
  Object.entries<unknown>({ ErrorBody, ...schemas }).filter((entry): entry is [string, TSchema] =>
    IsObject(entry[1]),
  ),
);
