/**
 * The Kysely types, read from a migrated database. Nothing in them is written by hand: money and 64-bit
 * integers are strings.
 */

export async function generateTypes(connectionString: string): Promise<string> {
  // A development tool: services, which import this package for its types, must not load it.
  const { generate, getDialect } = await import('kysely-codegen');
  const dialect = getDialect('postgres', { domains: true, numericParser: 'string' });
  const db = await dialect.introspector.connect({ connectionString, dialect });
  try {
    return await generate({
      db,
      dialect,
      includePattern: '{market,trading,risk,ops}.*',
      outFile: null,
      // A float must not slip into a money column: numeric takes and gives strings only.
      typeMapping: { numeric: 'string' },
    });
  } finally {
    await db.destroy();
  }
}
