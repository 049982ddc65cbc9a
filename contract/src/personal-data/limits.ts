/** How long the file of an export is kept. */
export const personExportDays = 7;
