/** The definition of each figure, shown next to it. */
export const definitions = {
  meetings:
    "Events of the kind meeting with at least one other person, that you have not declined. Two at the same time count once. Whole days are not counted.",
  focus:
    "Events of the kind focus, and each hour or more of your working hours without a meeting or an absence.",
  answered:
    "Times of events that others organise and that you have answered, whatever you said. A series counts with each of its times.",
  longestFree:
    "The longest stretch of your working hours without a meeting or an absence; below it when that is, and the line shows the longest of each week.",
  outside: "Meeting time outside of your working hours, as you have set them.",
  kinds: "All that stands in your calendar and that you have not declined, by what it is. Whole days apart.",
  sizes:
    "Your meetings by how many people come, you among them; who declined is not counted. Few are three to five, many six to ten. Back to back is a meeting that begins within five minutes of the end of another.",
  answers: "How you answered the times of events that others organise, in this time.",
  recurring:
    "Meetings that come again, by the hours of all who come to them in this time: an hour with eight people is eight person-hours. You attend what you have not declined. Suggested is at most one thing, and only what you can do: a series that you organise can be shorter, one that you mostly decline can be left.",
} as const;
