/**
 * A copy of a strategy that says where it stands: every statement of its files is preceded by a mark. It
 * decides the same and is only run to name the line of a fault that no stack shows.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';

/** The name under which marks are called. */
const MARK = 'globalThis.markOfTheCheck';

export function markedSource(file: string): string {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const insertions: { readonly at: number; readonly text: string }[] = [];
  const mark = (statement: ts.Statement, isAlone: boolean) => {
    if (ts.isBlock(statement) || ts.isFunctionDeclaration(statement)) return;
    const at = statement.getStart(source);
    const line = source.getLineAndCharacterOfPosition(at).line + 1;
    const call = `${MARK}?.(${JSON.stringify(`${basename(file)}:${line}`)});`;
    insertions.push({ at, text: isAlone ? `{${call}` : call });
    if (isAlone) insertions.push({ at: statement.end, text: '}' });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node)) {
      for (const statement of node.statements) mark(statement, false);
    } else if (ts.isIfStatement(node)) {
      mark(node.thenStatement, true);
      if (node.elseStatement !== undefined) mark(node.elseStatement, true);
    } else if (ts.isIterationStatement(node, false)) {
      mark(node.statement, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  // From the end on, so that places stay true. Of several at one place the outer one, which was found first,
  // must come out in front.
  return insertions
    .map((insertion, k) => ({ ...insertion, k }))
    .sort((a, b) => b.at - a.at || b.k - a.k)
    .reduce((marked, { at, text: part }) => marked.slice(0, at) + part + marked.slice(at), text);
}
