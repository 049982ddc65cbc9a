import type { newSectionSchema } from "@atoll/contract/cards/settings-schemas";
import type { z } from "zod";

/** A section that an administrator of the demo company has added to Marketing. */
export const suppliers: Omit<z.output<typeof newSectionSchema>, "id"> = {
  name: "Suppliers",
  singular: "supplier",
  icon: "users",
  views: ["board", "table", "list", "calendar"],
  stages: [
    { name: "Asked", kind: "open" },
    { name: "On trial", kind: "open" },
    { name: "In use", kind: "won" },
    { name: "Stopped", kind: "lost" },
  ],
  fields: [
    { label: "Category", kind: "choice", options: ["Print", "Photo", "Events", "Translation", "Gifts"] },
    { label: "Yearly budget", kind: "money" },
    { label: "Contact", kind: "text" },
    // As text, so that a change to a number has something to try.
    { label: "Days ahead", kind: "text" },
    { label: "Website", kind: "link" },
    { label: "Contract ends", kind: "date" },
    { label: "Checks", kind: "checklist" },
  ],
};

export const supplierCards = `
  stage    | title                   | own_category | owner  | changed | due | own_yearly_budget | own_days_ahead | own_contact       | own_website                            | own_contract_ends | own_checks
  in_use   | Harbourside Print       | Print        | hanne  | 3       | 40  | 12000             | 5              | Elin Strand       | https://harbourside-print.example/     | 160               | *Price list; *Proof; *Invoice address
  in_use   | Blue Hour Photo         | Photo        | matteo | 5       | 25  | 8500              | 10             | Jonas Wieck       | https://blue-hour.example/             | 90                | *Rights to pictures; *Insurance
  in_use   | Quay Events             | Events       | eszter | 2       | 12  | 21000             | 45             | Mirela Popa       | https://quay-events.example/           | 45                | *Price list; Insurance
  in_use   | Nordic Words            | Translation  | noor   | 8       |     | 6400              | 3              | Sanna Lehto       | https://nordic-words.example/          | 210               | *Sample; *Confidentiality
  in_use   | Twelve Oars Gifts       | Gifts        | bea    | 12      | 30  | 3000              | two weeks      | Gwen Price        | https://twelve-oars.example/           | 120               | *Sample
  in_use   | Pier 9 Posters          | Print        | hanne  | 1       | 7   | 4200              | 4              | Rui Matos         | https://pier-nine.example/             | 30                | *Price list; *Proof
  in_use   | Lumen Studio            | Photo        | matteo | 20      |     | 5000              | 14             | Ada Brandt        | https://lumen-studio.example/          | 300               | *Rights to pictures; *Insurance
  on_trial | Fair Wind Stands        | Events       | eszter | 1       | 9   | 14000             | 60             | Petar Ilic        | https://fair-wind.example/             |                   | *Price list; Insurance; Trial stand
  on_trial | Inkwell Cards           | Print        | hanne  | 4       | 16  | 1500              | 3              | Noa Weiss         | https://inkwell-cards.example/         |                   | *Proof; Invoice address
  on_trial | Baltic Subtitles        | Translation  | noor   | 2       | 5   | 2200              | depends        | Ieva Ozola        | https://baltic-subtitles.example/      |                   | *Sample; Confidentiality
  on_trial | Sailcloth Bags          | Gifts        | bea    | 6       | 21  | 2600              | 21             | Marta Nowak       | https://sailcloth-bags.example/        |                   | *Sample; Price list
  on_trial | Drone over Docks        | Photo        | matteo | 3       | 18  | 4800              | 7              | Felix Adler       | https://drone-docks.example/           |                   | Permission to fly; Insurance
  asked    | Copper Kettle Catering  | Events       | eszter | 1       | 6   | 9000              | 30             | Siobhan Daly      | https://copper-kettle.example/         |                   | Price list; Tasting
  asked    | Riso Workshop           | Print        | hanne  | 2       | 14  | 1800              | 10             | Leo Fontaine      | https://riso-workshop.example/         |                   | Proof
  asked    | Clear Tongue            | Translation  | noor   | 5       | 11  | 3500              | 5              | Amira Haddad      | https://clear-tongue.example/          |                   | Sample
  asked    | Lighthouse Notebooks    | Gifts        | bea    | 9       | 28  | 2000              | after a call   | Owen Rhys         | https://lighthouse-notebooks.example/  |                   | Sample
  asked    | Harbour Light Hire      | Events       | theo   | 1       | 4   | 3200              | 3              | Dunja Horvat      | https://light-hire.example/            |                   | Insurance
  stopped  | Quick Flyers            | Print        | hanne  | 30      |     | 1000              | 2              | Tom Becker        | https://quick-flyers.example/          |                   | *Proof
  stopped  | Grand Hall Agency       | Events       | eszter | 60      |     | 30000             | 90             | Ines Roth         | https://grand-hall.example/            | -20               | *Price list
  stopped  | Wordmill                | Translation  | noor   | 45      |     | 1200              | 1              | Karl Lund         | https://wordmill.example/              |                   | *Sample
`;
