/** What a strategy must not touch, found in its source, with the line: clocks, chance, the world outside, and maths whose bits differ. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { MAY_IMPORT } from '@platform/stack/own-strategies';
import ts from 'typescript';

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

const CLOCK = 'reads a clock: a decision depends on bars alone';
const OUTSIDE = 'reaches outside: a decision depends on bars alone';
const FORBIDDEN_NAMES: Readonly<Record<string, string>> = {
  Date: CLOCK,
  performance: CLOCK,
  Temporal: CLOCK,
  ...Object.fromEntries(
    [
      ...[
        'process',
        'globalThis',
        'require',
        'eval',
        'Function',
        'fetch',
        'crypto',
        'console',
        'Buffer',
        'WebAssembly',
      ],
      ...[
        'setTimeout',
        'setInterval',
        'setImmediate',
        'queueMicrotask',
        'SharedArrayBuffer',
        'Atomics',
        'WeakRef',
      ],
    ].map((name) => [name, OUTSIDE]),
  ),
};
const ALLOWED_MATHS = new Set([
  'abs',
  'min',
  'max',
  'sqrt',
  'floor',
  'ceil',
  'round',
  'trunc',
  'sign',
  'imul',
  'fround',
]);

export function impurities(file: string): readonly Finding[] {
  const folder = dirname(file);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .flatMap((name) => findingsIn(join(folder, name), folder));
}

function findingsIn(path: string, folder: string): Finding[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const findings: Finding[] = [];
  const report = (node: ts.Node, message: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    findings.push({ file: relative(folder, path), line: line + 1, message });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && Object.hasOwn(FORBIDDEN_NAMES, node.text) && !isNameOfMember(node)) {
      report(node, `${node.text} ${FORBIDDEN_NAMES[node.text]}`);
    }
    if (ts.isIdentifier(node) && node.text === 'Math' && !isNameOfMember(node)) visitMath(node);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken) {
      report(node, '** differs in its last bits between machines: multiply');
    }
    if (
      ts.isAwaitExpression(node) ||
      (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    ) {
      report(node, OUTSIDE);
    }
    if (ts.isImportDeclaration(node) && !mayImport((node.moduleSpecifier as ts.StringLiteral).text)) {
      report(
        node,
        `a strategy may import ${MAY_IMPORT.join(', ')} and files of its folder, not ${node.moduleSpecifier.getText(source)}`,
      );
    }
    if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) report(node, OUTSIDE);
    ts.forEachChild(node, visit);
  };
  const visitMath = (node: ts.Identifier): void => {
    const { parent } = node;
    const member =
      ts.isPropertyAccessExpression(parent) && parent.expression === node ? parent.name.text : undefined;
    if (member === 'random')
      report(node, 'Math.random is chance: the same bars must give the same decisions');
    else if (member === undefined)
      report(node, 'Math is used by its name alone: call its functions directly');
    else if (!ALLOWED_MATHS.has(member)) {
      report(node, `Math.${member} differs in its last bits between machines: + - * / and sqrt do not`);
    }
  };
  visit(source);
  return findings;
}

function mayImport(specifier: string): boolean {
  return specifier.startsWith('./') || MAY_IMPORT.includes(specifier);
}

/** `bar.process` and `{ process: 1 }` name a member, not the global. */
function isNameOfMember(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isPropertyDeclaration(parent) && parent.name === node) ||
    (ts.isMethodDeclaration(parent) && parent.name === node) ||
    ts.isTypeReferenceNode(parent)
  );
}
