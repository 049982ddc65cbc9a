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
