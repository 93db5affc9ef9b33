/**
 * What a strategy must not touch, found in its source, with the line: clocks, chance, the world outside, and
 * maths whose bits differ.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isInside, MAY_IMPORT, sourceInputs } from '@platform/stack/own-strategies';
import ts from 'typescript';

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

const CLOCK = 'reads a clock: a decision depends on bars alone';
const OUTSIDE = 'reaches outside: a decision depends on bars alone';
const DIFFERS = 'differs between machines: a decision depends on bars alone';
/** Why a global is refused, where that is not that it reaches outside. */
const REASONS: Readonly<Record<string, string>> = {
  Date: CLOCK,
  performance: CLOCK,
  Temporal: CLOCK,
  Intl: DIFFERS,
};
/** All that a strategy finds without declaring or importing it. `Math` is looked at by its members. */
const ALLOWED_GLOBALS = new Set([
  'undefined',
  'NaN',
  'Infinity',
  'arguments',
  'isNaN',
  'isFinite',
  'parseInt',
  'parseFloat',
  'Math',
  'Number',
  'BigInt',
  'Boolean',
  'String',
  'Symbol',
  'RegExp',
  'JSON',
  'Object',
  'Array',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'ArrayBuffer',
  'DataView',
  'Float32Array',
  'Float64Array',
  'Int8Array',
  'Int16Array',
  'Int32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Uint16Array',
  'Uint32Array',
  'BigInt64Array',
  'BigUint64Array',
  'Error',
  'RangeError',
  'TypeError',
  'SyntaxError',
]);
/** Members by which any value leads outside, or to the language of the machine. */
const FORBIDDEN_MEMBERS: Readonly<Record<string, string>> = {
  constructor: OUTSIDE,
  __proto__: OUTSIDE,
  toLocaleString: DIFFERS,
  toLocaleDateString: DIFFERS,
  toLocaleTimeString: DIFFERS,
  toLocaleLowerCase: DIFFERS,
  toLocaleUpperCase: DIFFERS,
  localeCompare: DIFFERS,
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

/** In all that the strategy is bundled from. Of one that cannot be bundled the build says why. */
export async function impurities(strategy: string): Promise<readonly Finding[]> {
  // The bundler follows links too.
  const file = realpathSync(strategy);
  const folder = dirname(file);
  const inputs = await sourceInputs(file).catch(() => [relative(folder, file)]);
  return inputs
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name))
    .flatMap((name) => findingsIn(join(folder, name), folder));
}

function findingsIn(path: string, folder: string): Finding[] {
  const { source, checker } = parsed(path);
  const findings: Finding[] = [];
  const report = (node: ts.Node, message: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    findings.push({ file: relative(folder, path), line: line + 1, message });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isGlobal(node, checker)) {
      if (node.text === 'Math') visitMath(node);
      else if (!ALLOWED_GLOBALS.has(node.text)) report(node, `${node.text} ${REASONS[node.text] ?? OUTSIDE}`);
    }
    const member = memberOf(node);
    if (member !== undefined && Object.hasOwn(FORBIDDEN_MEMBERS, member)) {
      report(node, `${member} ${FORBIDDEN_MEMBERS[member]}`);
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken) {
      report(node, '** differs in its last bits between machines: multiply');
    }
    if (
      ts.isAwaitExpression(node) ||
      (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    ) {
      report(node, OUTSIDE);
    }
    const specifier = specifierOf(node);
    if (specifier !== undefined && !mayImport(specifier.text, path, folder)) {
      const text = specifier.getText(source);
      report(node, `a strategy may import ${MAY_IMPORT.join(', ')} and files of its folder, not ${text}`);
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

/** Of `import … from`, `export … from` and `import … = require()`. */
function specifierOf(node: ts.Node): ts.StringLiteral | undefined {
  const specifier =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isExternalModuleReference(node)
        ? node.expression
        : undefined;
  return specifier as ts.StringLiteral | undefined;
}

function mayImport(specifier: string, importer: string, folder: string): boolean {
  if (!specifier.startsWith('.')) return MAY_IMPORT.includes(specifier);
  return isInside(folder, resolve(dirname(importer), specifier));
}

/** One file by itself: what it does not declare is a global. */
function parsed(path: string): { readonly source: ts.SourceFile; readonly checker: ts.TypeChecker } {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const options: ts.CompilerOptions = { noLib: true, noResolve: true, allowJs: true, types: [] };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getSourceFile: (name) => (name === path ? source : undefined),
  };
  return { source, checker: ts.createProgram([path], options, host).getTypeChecker() };
}

/** Whether a value is read here that neither the file nor what it imports has made. */
function isGlobal(node: ts.Identifier, checker: ts.TypeChecker): boolean {
  const { parent } = node;
  if (isNameOnly(node) || ts.isPartOfTypeNode(node)) return false;
  let symbol = checker.getSymbolAtLocation(node);
  if (ts.isShorthandPropertyAssignment(parent)) symbol = checker.getShorthandAssignmentValueSymbol(parent);
  if (ts.isExportSpecifier(parent)) symbol = checker.getExportSpecifierLocalTargetSymbol(parent);
  return !(symbol?.declarations ?? []).some((declaration) => !isAmbient(declaration));
}

/** `declare const process` makes nothing: it names the global. */
function isAmbient(node: ts.Node): boolean {
  for (let each = node; !ts.isSourceFile(each); each = each.parent) {
    const modifiers = ts.canHaveModifiers(each) ? ts.getModifiers(each) : undefined;
    if (modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true) return true;
  }
  return false;
}

/** `a.b`, `a['b']`, and `{ b } = a` in each of its forms. */
function memberOf(node: ts.Node): string | undefined {
  if (ts.isElementAccessExpression(node)) return textOf(node.argumentExpression);
  if (ts.isBindingElement(node)) return textOf(node.propertyName ?? node.name);
  const isNaming =
    ts.isPropertyAccessExpression(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node);
  return isNaming ? textOf(node.name) : undefined;
}

/** Of what stands in brackets only a text is known. */
function textOf(name: ts.Node): string | undefined {
  const inside = ts.isComputedPropertyName(name) ? name.expression : name;
  const isInBrackets = inside !== name || ts.isElementAccessExpression(name.parent);
  const isKnown = ts.isStringLiteralLike(inside) || (ts.isIdentifier(inside) && !isInBrackets);
  return isKnown ? inside.text : undefined;
}

/** `bar.process`, `{ process: 1 }` and `process = 1` in a class name what is no global; so do labels. */
function isNameOnly(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  if (ts.isExportSpecifier(parent))
    return (
      parent.parent.parent.moduleSpecifier !== undefined || node !== (parent.propertyName ?? parent.name)
    );
  return (
    (parent as { readonly name?: ts.Node }).name === node ||
    (parent as { readonly propertyName?: ts.Node }).propertyName === node ||
    ts.isLabeledStatement(parent) ||
    ts.isBreakOrContinueStatement(parent) ||
    ts.isTypeReferenceNode(parent) ||
    ts.isQualifiedName(parent)
  );
}
