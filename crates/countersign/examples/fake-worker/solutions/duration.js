import { SECONDS } from './units.js';

export function parseDuration(text) {
  if (!/^(\d+[hms])+$/.test(text)) {
    throw new RangeError(`${text} is no duration`);
  }
  let seconds = 0;
  for (const [, number, unit] of text.matchAll(/(\d+)([hms])/g)) {
    seconds += Number(number) * SECONDS[unit];
  }
  return seconds;
}
