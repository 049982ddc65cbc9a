/** So many people are changed by one request. */
export const maxPeopleAtOnce = 100;
