/**
 * Configuration from the environment. The contract's catalogue owns names, defaults, aliases and secrecy; a
 * service's shape says what each variable must look like. Every fault is reported at once, and no message
 * repeats a value.
 */
import { type EnvVar, type ErrorCode, envByService, type ServiceName, serviceEnv } from '@platform/contracts';
import { err, ok, type Result } from '@platform/core';
import type { z } from 'zod';
import type { ConfigFault, Environment } from './fault';
import { tokenFaults } from './token';

export type ConfigShape = Readonly<Record<string, z.ZodType>>;
export type ConfigOf<S extends ConfigShape> = { readonly [K in keyof S]: z.output<S[K]> };

export interface ConfigSource<S extends ConfigShape> {
  readonly service: ServiceName;
  readonly shape: S;
  /** Variables whose mere presence is a fault. */
  readonly forbidden?: { readonly variables: readonly string[]; readonly code: ErrorCode };
  /** What must hold between variables; those that are themselves at fault are missing here. */
  readonly rules?: (config: Partial<ConfigOf<S>>) => readonly ConfigFault[];
}

export interface Catalogue {
  /** The variables this service reads. */
  readonly variables: readonly EnvVar[];
  /**
   * Every variable of the platform: a name with the service's prefix that is not among them is a typing
   * mistake.
   */
  readonly known: readonly EnvVar[];
}

export function loadConfig<S extends ConfigShape>(
  source: ConfigSource<S>,
  env: Environment,
  catalogue: Catalogue = contractCatalogue(source.service),
): Result<ConfigOf<S>, readonly ConfigFault[]> {
  const faults = [
    ...forbiddenFaults(source, env),
    ...unknownFaults(source.service, catalogue, env),
    ...tokenFaults(catalogue.variables, env),
  ];
  const config: Partial<Record<keyof S, unknown>> = {};
  for (const [name, schema] of Object.entries(source.shape)) {
    const variable = catalogue.variables.find((candidate) => candidate.name === name);
    if (variable === undefined) throw new Error(`${name} is not a variable of the ${source.service} service`);
    const parsed = parseVariable(variable, schema, env);
    if (parsed.ok) config[name as keyof S] = parsed.value;
    else faults.push(parsed.error);
  }
  faults.push(...(source.rules?.(config as Partial<ConfigOf<S>>) ?? []));
  return faults.length === 0 ? ok(config as ConfigOf<S>) : err(faults);
}

function contractCatalogue(service: ServiceName): Catalogue {
  return { variables: serviceEnv(service), known: Object.values(envByService).flat() };
}

function parseVariable(variable: EnvVar, schema: z.ZodType, env: Environment): Result<unknown, ConfigFault> {
  const { name } = variable;
  const spellings = [name, ...(variable.aliases ?? [])].filter((spelling) => present(env, spelling));
  const values = new Set(spellings.map((spelling) => env[spelling]));
  if (values.size > 1) return err({ variable: name, message: `differs between ${spellings.join(' and ')}` });
  const [value = variable.default] = values;
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  if (value === undefined) return err({ variable: name, message: 'is required and not set' });
  return err({
    variable: spellings[0] ?? name,
    message: parsed.error.issues.map((issue) => issue.message).join('; '),
  });
}

function forbiddenFaults<S extends ConfigShape>(source: ConfigSource<S>, env: Environment): ConfigFault[] {
  const { forbidden, service } = source;
  if (forbidden === undefined) return [];
  const message = `must not be set in the environment of the ${service} service`;
  return forbidden.variables
    .filter((name) => present(env, name))
    .map((variable) => ({ variable, message, code: forbidden.code }));
}

function unknownFaults(service: ServiceName, catalogue: Catalogue, env: Environment): ConfigFault[] {
  const prefix = `PLATFORM_${service.toUpperCase()}_`;
  const known = new Set(catalogue.known.flatMap((variable) => [variable.name, ...(variable.aliases ?? [])]));
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !known.has(name))
    .map((variable) => ({ variable, message: 'is not a variable of this platform' }));
}

/** An empty string counts as absent, so that `VAR= command` and an unset variable behave alike. */
function present(env: Environment, name: string): boolean {
  return env[name] !== undefined && env[name] !== '';
}
