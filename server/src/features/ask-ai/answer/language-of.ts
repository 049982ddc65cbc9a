/** Words that hardly any sentence of a language is without, folded. */
const commonWords = {
  en: "the of and to in is are was were be been it its this that these those for on with as at by from or an you your we our they their he she may can must will has have had do does not no yes if when who what which there here so then than also only but about into after before all any each more most other some such",
  de: "der die das den dem des ein eine einen einem einer eines und oder ist sind war waren wird werden wurde wurden nicht kein keine keinen mit von vom zu zum zur fur auf an am im in aus bei bis nach vor uber unter durch ohne um als wie wenn dass weil auch nur noch schon sich sie er es wir ihr ihre ihren man kann konnen darf durfen muss mussen soll sollen hat haben sein seine dieser diese dieses jede jeder jedes alle wer was wann wo ja nein gibt bitte",
  fr: "le la les un une des du de et ou est sont pas ne que qui dans pour sur avec par au aux ce cette ces il elle ils nous vous leur leurs son sa ses peut doit plus",
  es: "el la los las un una unos unas de del y o es son no que en para por con se su sus al este esta estos puede debe mas como pero",
  pt: "o a os as um uma de do da dos das e ou nao que em no na nos nas para por com se seu sua ao pode deve mais como mas sao",
} as const;

export type Language = keyof typeof commonWords;

const sets = Object.entries(commonWords).map(([language, words]) => ({
  language: language as Language,
  words: new Set<string>(words.split(" ")),
}));

/** Returns the language that most of the common words of a text are of; undefined if it has none, or as many of two. */
export function languageOf(words: readonly string[]): Language | undefined {
  const [first, second] = sets
    .map(({ language, words: common }) => ({
      language,
      count: words.filter((word) => common.has(word)).length,
    }))
    .toSorted((a, b) => b.count - a.count);
  return first && first.count > (second?.count ?? 0) ? first.language : undefined;
}

/** Returns whether a word only forms a sentence of a language. */
export function isCommonWord(word: string, language: Language): boolean {
  return sets.some((one) => one.language === language && one.words.has(word));
}
