/** Per person and place. */
export const maxSavedViews = 30;
/** In code points. */
export const savedViewNameMaxLength = 60;
export const savedViewQueryMaxLength = 2000;
