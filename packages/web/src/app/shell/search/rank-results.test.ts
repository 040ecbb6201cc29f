import { expect, it } from 'vitest';
import { rankResults } from './rank-results.ts';
import type { Command } from './result.ts';

const target = (name: string) => ({ key: `shop/${name}`, namespace: 'shop', name, autonomous: false });
const command = (label: string): Command => ({
  key: label,
  label,
  kind: 'Action',
  icon: 'info',
  isOffered: true,
  run: () => {},
});

it('puts a target with exactly this name first, then commands with exactly this label', () => {
  const targets = [target('shop-api'), target('Shop'), target('my-shop')];
  const commands = [command('shop'), command('Shop floor')];
  expect(rankResults(targets, commands, ' shop')).toEqual([
    targets[1],
    commands[0],
    targets[0],
    commands[1],
    targets[2],
  ]);
});

it('puts a command with exactly this label before targets whose name only begins with it', () => {
  const commands = [command('Use the dark theme'), command('us.shop'), command('us')];
  expect(rankResults([target('users')], commands, 'US')).toEqual([
    commands[2],
    target('users'),
    commands[0],
    commands[1],
  ]);
});

it('puts what begins with the text first, and targets before commands', () => {
  const targets = [target('my-cost'), target('Cost-api')];
  const commands = [command('No costs'), command('Cost Analysis'), command('Accosted'), command('Home')];
  expect(rankResults(targets, commands, ' COST ')).toEqual([
    targets[1],
    commands[0],
    commands[1],
    targets[0],
    commands[2],
  ]);
});
