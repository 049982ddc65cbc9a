/** The number of people that a text can mention. Pages load it with the routes, without the code that reads texts. */
export const maxMentions = 50;
