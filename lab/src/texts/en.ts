// English. th.ts has the same keys, each with the same values in it.
// {name} is a value, {name:one|many} the word that goes with a number, *words* stand out.

export const en = {
  'page.title': 'The Knight’s Tour Lab',
} as const;
