import { describe, expect, it } from 'vitest';
import { figure, percent, price, priceDecimals, quantity, signOf } from './format';

describe('figures', () => {
  it('figures group thousands, keep the decimals of the column and show what is not known as a dash', () => {
    expect(figure('1234567.891')).toBe('1,234,567.89');
    expect(figure('0.5', { decimals: 4 })).toBe('0.5000');
    expect(figure(null)).toBe('–');
    expect(figure(Number.NaN)).toBe('–');
  });

  it('formatted figures show the sign of a profit and of a loss, and none of nothing', () => {
    expect(figure('12', { signed: true })).toBe('+12.00');
    expect(figure('-12', { signed: true })).toBe('−12.00');
    expect(figure('0', { signed: true })).toBe('0.00');
  });

  it('figures never pass money through a double', () => {
    expect(figure('9007199254740993.25')).toBe('9,007,199,254,740,993.25');
  });

  it('formatted figures write percentages, prices and quantities each in their own precision', () => {
    expect(percent(12.345)).toBe('12.35 %');
    expect(price('64250.5')).toBe('64,250.50');
    expect(price('0.081234')).toBe('0.081234');
    expect(price('0')).toBe('0.000000');
    expect(quantity('0.12000')).toBe('0.12');
    expect(quantity('1500')).toBe('1,500');
    expect(quantity(null)).toBe('–');
  });
});

it('a price far below one keeps the digits that tell a stop from an entry', () => {
  expect(price('0.0000346')).toBe('0.0000346000');
  expect(price('0.0000346')).not.toBe(price('0.000035'));
  expect(price('0.00712345')).toBe('0.00712345');
  expect(priceDecimals(0.0000346)).toBe(10);
  expect(priceDecimals(1e-30)).toBe(12);
});

it('the sign of a figure is that of its value', () => {
  expect([signOf('-0.01'), signOf('0'), signOf('3'), signOf(null)]).toEqual([-1, 0, 1, 0]);
});
