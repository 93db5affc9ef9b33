import { type ServiceName, serviceEnv } from '@platform/contracts';

/** What a service reads: by name, what judges the value. */
type ConfigShape = Readonly<Record<string, { safeParse(value: unknown): { readonly success: boolean } }>>;

/**
 * Where a service's shape and the contract's catalogue disagree, in either direction. Empty when they agree.
 */
export function configDisagreements(service: ServiceName, shape: ConfigShape): readonly string[] {
  const variables = serviceEnv(service);
  const names = new Set(variables.map((variable) => variable.name));
  const unknown = Object.keys(shape)
    .filter((name) => !names.has(name))
    .map((name) => `${name} is read but not in the contract`);
  const wrong = variables.flatMap((variable) => {
    const schema = shape[variable.name];
    if (schema === undefined) return [`${variable.name} is in the contract but not read`];
    const always = variable.required || variable.default !== undefined;
    const mayBeAbsent = schema.safeParse(undefined).success;
    return always === mayBeAbsent ? [`${variable.name} is ${always ? '' : 'not '}always present`] : [];
  });
  const badDefaults = variables
    .filter(
      ({ name, default: value }) => value !== undefined && shape[name]?.safeParse(value).success === false,
    )
    .map((variable) => `the default of ${variable.name} does not fit its shape`);
  return [...unknown, ...wrong, ...badDefaults];
}
