/** Characters of the name of a field or an option. */
export const maxFieldLabel = 60;
/** Characters of a text. */
export const maxFieldText = 2_000;
export const maxFieldOptions = 50;
/** Other names for the options of a field. */
export const maxFieldAliases = 50;
/** Items of one checklist. */
export const maxChecklistItems = 50;
/** Fields that a list is filtered by at a time, and values of each. */
export const maxFilterFields = 10;
export const maxFilterValues = 50;
/** Characters of a formula as people write it, and with the names of its fields as it is stored. */
export const maxFormula = 1_000;
export const maxStoredFormula = 5_000;
/** Levels of brackets in a formula, and its parts. */
export const maxFormulaDepth = 20;
export const maxFormulaNodes = 100;
/** Formulas of one list, and how many of them use one another in a row. */
export const maxFormulas = 20;
export const maxFormulaChain = 5;
