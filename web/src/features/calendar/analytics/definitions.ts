/** The definition of each figure, shown next to it. */
export const definitions = {
  meetings:
    "Events of the kind meeting with at least one other person, that you have not declined. Two at the same time count once. Whole days are not counted.",
  focus:
    "Events of the kind focus, and each hour or more of your working hours without a meeting or an absence.",
  answered: "Invitations that you have answered, with any answer. Each occurrence of a series counts.",
  longestFree:
    "The longest stretch of your working hours without a meeting or an absence; below it is its date, and the line shows the longest of each week.",
  outside: "Meeting time outside of your working hours, as you have set them.",
  kinds: "All timed events in your calendar that you have not declined, by kind.",
  sizes:
    "Your meetings by number of people, including you and without those who declined. Few are three to five, many six to ten. A meeting is back to back if it starts within five minutes of the end of another.",
  answers: "How you answered invitations to events in this period.",
  recurring:
    "Recurring meetings, by the hours of all their attendees in this period: an hour with eight people is eight person-hours. Meetings that you have not declined count as attended. There is at most one suggestion, and only for what you can change: you can shorten a series that you organise, and leave one that you mostly decline.",
} as const;
