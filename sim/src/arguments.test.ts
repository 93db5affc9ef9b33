import { expect, it } from 'vitest';
import { parseArguments, WrongArguments } from './arguments';
import { parseArguments as parseSimulation } from './virtual/arguments';

it('the arguments of the safety test name the seeds to run, or leave them open', () => {
  expect(parseArguments([])).toEqual({ from: undefined, seeds: undefined });
  expect(parseArguments(['--seeds', '20', '--from', '7'])).toEqual({ from: 7, seeds: 20 });
});

it.each([['--seeds'], ['--seeds', '0'], ['--seeds', '1.5'], ['--from', '-3'], ['--planted'], ['7']])(
  'the safety test refuses the arguments %s %s in one sentence',
  (...given) => {
    expect(() => parseArguments(given)).toThrow(WrongArguments);
  },
);

it('the arguments of the simulation name seeds, planted bugs or one of them', () => {
  expect(parseSimulation([])).toMatchObject({ mode: 'seeds', from: undefined, seeds: undefined });
  expect(parseSimulation(['--from', '7'])).toMatchObject({ mode: 'seeds', from: 7 });
  expect(parseSimulation(['--planted', '--seeds', '9'])).toMatchObject({ mode: 'planted', seeds: 9 });
  expect(parseSimulation(['--bug', 'half-a-stop'])).toMatchObject({ mode: 'planted', bug: 'half-a-stop' });
});

it.each([
  ['--seeds'],
  ['--seeds', '0'],
  ['--from', '1.5'],
  ['--bug'],
  ['--bug', '--planted'],
  ['--full'],
  ['--planted', '--json'],
  ['7'],
])('the simulation refuses the arguments %s %s in one sentence', (...given) => {
  expect(() => parseSimulation(given)).toThrow(WrongArguments);
});
