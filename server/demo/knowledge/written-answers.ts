import { cell, parseTable } from "../table.ts";

/** An answer of the FAQ; `age` is in days, `overdue` by how many days its review is late, or 0. */
export interface WrittenAnswer {
  question: string;
  category: string;
  owner: string;
  age: number;
  overdue: number;
  helpful: number;
  answer: string;
}

export const writtenAnswers: WrittenAnswer[] = parseTable(`
  question                                                   | category              | owner   | age | overdue | helpful | answer
  Do I need the new VPN profile if I only work from the office? | Access and devices | dev     | 12  | 0  | 14 | Yes. The old profile stops working on 1 December. Install the new one from **Devices**, then sign in with your work email.¶- On a laptop, remove the old profile first. Two at once fight over the same route.¶- On a phone, keep the old one until the new one shows a green shield.¶If the VPN connects but nothing loads, your clock is probably wrong. Set it to automatic and try again.
  How do I use the VPN on a train or a ferry?                | Access and devices    | dev     | 60  | 0  | 9  | Choose **Patient** under the profile's settings. It keeps the tunnel open for ten minutes without a signal.
  Can contractors get VPN access?                            | Access and devices    | omar    | 220 | 34 | 6  | Yes, for the length of their contract. Ask Omar Siddiqui, and name the end date and the systems that they need.
  Which client systems need the VPN switched off?            | Access and devices    | dev     | 90  | 0  | 5  | The Harbour Freight test system and the Kestrel Rail portal. Both accept our office address only.
  My laptop is broken. What now?                             | Access and devices    | viktor  | 40  | 0  | 11 | Bring it to the platform room, or write in **ask-devops** if you are away. A loan laptop is ready the same day.
  How do I get a loan phone for a depot visit?               | Access and devices    | meiling | 75  | 0  | 3  | Ask a day ahead in **ask-devops**. The phones are in the cupboard next to the platform room.
  How many days of holiday do I have?                        | Time off and benefits | greta   | 150 | 0  | 12 | 25 days a year, and the public holidays of the country you live in. Five days may move to the next year, until the end of March.
  Who do I tell when I am ill?                               | Time off and benefits | greta   | 150 | 0  | 8  | Your lead, before nine. From the fourth day on Greta Holm needs a note from a doctor.
  Can I work from another country for a while?               | Time off and benefits | greta   | 310 | 9  | 7  | Up to 20 days a year within the EU. Ask Greta Holm two weeks ahead, because insurance has to be arranged.
  What is the notice period?                                 | Time off and benefits | greta   | 200 | 0  | 2  | Four weeks to the end of a month in the first year, then two months.
  What are the limits when I travel?                         | Travel and expenses   | ines    | 80  | 0  | 10 | Trains second class, hotels up to 140 euros a night, meals up to 45 euros a day. Above that, ask your lead first.
  How do I claim expenses?                                   | Travel and expenses   | ines    | 80  | 0  | 9  | Photograph the receipt, and hand it in within 30 days. It is paid with the next salary.
  Who books trains and hotels?                               | Travel and expenses   | ines    | 260 | 21 | 4  | You do, with the company card of your department. Ask your lead for it.
  May I take the night train?                                | Travel and expenses   | ines    | 45  | 0  | 3  | Yes. A cabin counts as a hotel night.
  Which discounts can I offer without asking?                | Clients and contracts | ruth    | 190 | 9  | 5  | Up to 5 % on a first year. Anything above, and every multi-site price, goes through Ruth Adeyemi.
  Who signs a contract?                                      | Clients and contracts | ines    | 110 | 0  | 6  | Ines Caballero prepares it, Marisol Vega signs it. Nobody else signs for the company.
  Where is the newest price sheet?                           | Clients and contracts | sunil   | 30  | 0  | 8  | In **pricing**, pinned at the top. Older copies elsewhere are not valid.
  What may I say about a client in public?                   | Clients and contracts | hanne   | 120 | 0  | 3  | Only what they approved in writing. Hanne Lindqvist keeps the list.
  When is the weekly release?                                | Releases and incidents | tadhg  | 55  | 0  | 7  | Wednesdays at ten. The train closes on Tuesday at four.
  How do I stop a release?                                   | Releases and incidents | dev    | 20  | 0  | 9  | Write **hold the train** in **deploys**. Anybody may, and nobody asks why until afterwards.
  Who is on call?                                            | Releases and incidents | rania  | 65  | 0  | 6  | The topic of **incidents** names them. They change on Mondays at nine.
  Which logo goes on a white background?                     | Brand and press       | saskia  | 95  | 0  | 4  | The lagoon one. The white one is for photographs only.
  A journalist called. What do I say?                        | Brand and press       | lina    | 140 | 0  | 5  | Take a name and a number, and pass them to Lina Al-Jabari. Say nothing else, not even that we have no comment.
  How do I get a badge for the Quay Street gate?             | Office                | greta   | 70  | 0  | 6  | At the desk on the ground floor, with your staff card. It takes five minutes.
  Where can visitors park?                                   | Office                | greta   | 85  | 0  | 8  | Behind the old customs house, spaces 40 to 52. Leave the number plate at the desk.
`).map((row) => ({
  question: cell(row, "question"),
  category: cell(row, "category"),
  owner: cell(row, "owner"),
  age: Number(cell(row, "age")),
  overdue: Number(cell(row, "overdue")),
  helpful: Number(cell(row, "helpful")),
  answer: cell(row, "answer").replaceAll("¶- ", "\n- ").replaceAll("¶", "\n\n"),
}));
