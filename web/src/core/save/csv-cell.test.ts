import { describe, expect, it } from 'vitest';
import { csvCell, jsonWithoutFormulas } from './csv-cell';

describe('a cell of a CSV file', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ['-x', "'-x"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['  =1', "'  =1"],
    ['＝1', "'＝1"],
    // A program that reads the file removes one apostrophe, so a text that begins with an apostrophe gets a second one.
    ["'=1", "''=1"],
    ['=HYPERLINK("http://evil","x")', '"\'=HYPERLINK(""http://evil"",""x"")"'],
  ])('with the text %j gets an apostrophe, since spreadsheets would compute it', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it.each(['', 'CHOKe', '-3.2', '+1e-7', '1=1', 'a-b', "'", "'quoted'", 'https://lab.example/#2.a', -3.2, -1e-7, true])(
    'with the text %j is not changed',
    (value) => {
      expect(csvCell(value)).toBe(String(value));
    },
  );
});

it('no formula follows a comma in a comment line', () => {
  const value = { name: 'a",=1+1, -x;@y,b', values: [1, -3.2], more: '=1' };
  const written = jsonWithoutFormulas(JSON.stringify(value));
  expect(written).toBe('{"name":"a\\"\\u002c=1+1\\u002c -x\\u003b@y,b","values":[1,-3.2],"more":"=1"}');
  expect(JSON.parse(written)).toEqual(value);
});
