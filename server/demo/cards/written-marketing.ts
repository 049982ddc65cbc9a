/** The cards of Marketing. */
export const marketingCards: Record<string, string> = {
  calendar: `
  stage     | title                      | channel    | owner   | changed | starts_on | due | time  | campaign
  live      | Ferry numbers              | Blog       | hanne   | 4       | -7        | -4  | 09:00 | Depots in winter
  live      | Ports Expo notes           | Blog       | bea     | 2       | -4        | 0   | 10:00 | Ports Expo
  in_review | How we price by site       | Blog       | hanne   | 1       | +1        | 5   | 09:00 | Depots in winter
  draft     | A year of quiet releases   | Blog       | hanne   | 3       | +7        | 12  | 09:00 |
  draft     | Ten depot questions        | Blog       | bea     | 2       | +14       | 18  | 09:00 | Depots in winter
  in_review | Autumn newsletter          | Newsletter | noor    | 0.2     | -4        | 1   | 15:00 |
  draft     | December note              | Newsletter | noor    | 1       | +8        | 12  | 15:00 |
  live      | Case study, 5 posts        | Social     | matteo  | 3       | -7        | -1  | 12:00 | Marlowe case study
  live      | Meet the joiners           | Social     | matteo  | 2       | -5        | 0   | 12:00 |
  scheduled | Photo day posts            | Social     | theo    | 0.5     | +1        | 4   | 12:00 |
  draft     | Hiring, 4 posts            | Social     | matteo  | 1       | +7        | 13  | 12:00 |
  live      | Depots, search ads         | Paid       | seun    | 6       | -7        | 6   |       | Depots in winter
  draft     | Rail, sponsored posts      | Paid       | noor    | 2       | +8        | 20  |       | Rail in spring
  scheduled | Photo day                  | Events     | eszter  | 4       | +1        | 1   | 08:30 |
  in_review | Partner evening            | Events     | eszter  | 1       | +10       | 13  | 18:00 | Partner evening
  draft     | Depot webinar              | Events     | eszter  | 3       | +15       | 18  | 11:00 | Depots in winter
  in_review | Marlowe joint release      | Partners   | lina    | 0.6     | 0         | 4   | 08:00 | Marlowe case study
  draft     | Kestrel release            | Partners   | lina    | 2       | +14       | 17  | 08:00 |
  dropped   | Summer photo contest       | Social     | matteo  | 60      | -70       | -60 | 12:00 |
`,
  seo: `
  stage    | title                     | intent  | owner | changed | position | volume | page
  top      | ferry scheduling software | Compare | seun  | 1       | 3        | 880    | https://pelicanworks.example/ferries
  working  | depot software            | Compare | seun  | 2       | 12       | 2400   | https://pelicanworks.example/depots
  working  | cold chain tracking       | Learn   | seun  | 3       | 18       | 1900   | https://pelicanworks.example/cold-storage
  top      | pelican works             | Find us | seun  | 6       | 1        | 720    | https://pelicanworks.example/
  watching | rail freight timetable    | Learn   | nanda | 9       | 34       | 590    | https://pelicanworks.example/rail
  working  | dock booking system       | Buy     | seun  | 4       | 15       | 1300   | https://pelicanworks.example/docks
  watching | port community system     | Learn   | nanda | 12      | 41       | 480    | https://pelicanworks.example/ports
  top      | digital delivery note     | Learn   | bea   | 7       | 6        | 1000   | https://pelicanworks.example/blog/delivery-notes
  working  | temperature log app       | Buy     | seun  | 2       | 22       | 320    | https://pelicanworks.example/cold-storage
  watching | air cargo handling        | Learn   | nanda | 20      | 55       | 260    | https://pelicanworks.example/air
  given_up | logistics software        | Compare | seun  | 90      | 88       | 9900   | https://pelicanworks.example/
  watching | yard management           | Compare | seun  | 5       | 29       | 1600   | https://pelicanworks.example/depots
`,
  campaigns: `
  stage   | title                | owner  | changed | starts_on | due | budget | spent | goal                                | leads | leads_goal | page                                      | utm_name              | body
  running | Depots in winter     | hanne  | 0.4     | -18       | 30  | 18000  | 10400 | 60 qualified leads from depots      | 37    | 60         | https://pelicanworks.example/depots       | 2026-depots-in-winter | ## Brief\\n\\nDepot managers plan their winter shifts in November. We show what Lighthouse saved.\\n\\n- Search ads and sponsored posts\\n- One photo day\\n- A kit for depots
  running | Marlowe case study   | bea    | 2       | -12       | 10  | 6000   | 5500  | 200 readers to the end              | 14    | 20         | https://pelicanworks.example/marlowe      | 2026-marlowe          | The case study in five posts and one release.
  running | Partner evening      | eszter | 1       | +9        | 24  | 4000   | 900   | 40 guests, 10 new partners          | 6     | 10         | https://pelicanworks.example/partners     | 2026-partner-evening  | An evening at the pier.
  planned | Rail in spring       | noor   | 3       | +60       | 120 | 22000  | 0     | 50 leads from rail                  | 0     | 50         | https://pelicanworks.example/rail         | 2027-rail             | After Rail Days.
  planned | Cold chain audit kit | noor   | 5       | +40       | 90  | 9000   | 0     | 300 downloads                       | 0     | 30         | https://pelicanworks.example/audit-kit    | 2027-audit-kit        |
  ended   | Ports Expo           | eszter | 20      | -60       | -34 | 15000  | 16200 | 80 conversations                    | 92    | 80         | https://pelicanworks.example/expo         | 2026-ports-expo       | Over budget by the stand.
  ended   | Summer newsletter    | noor   | 70      | -140      | -90 | 2000   | 1700  | 500 readers                         | 21    | 20         | https://pelicanworks.example/newsletter   | 2026-summer           |
  ended   | Hiring in the spring | matteo | 150     | -220      | -160 | 5000  | 4800  | 12 applications for DevOps          | 15    | 12         | https://pelicanworks.example/jobs         | 2026-hiring           |
  dropped | Podcast              | bea    | 80      | -120      |     | 8000   | 600   | Ten episodes                        | 0     | 10         | https://pelicanworks.example/podcast      | 2026-podcast          |
`,
  "case-studies": `
  stage     | title                                | client              | owner | changed | due | consent   | consent_until | contact         | quote
  published | Marlowe plans winter in August       | Marlowe Ferries     | bea   | 12      |     | Given     | +300          | Grace Marlowe   | We stopped calling each other at six in the morning.
  published | Drift Textiles empties its depots    | Drift Textiles      | hanne | 80      |     | Given     | +12           | Yusuf Demir     | Half the trucks, the same week.
  review    | Lighthouse and the night shift       | Lighthouse Depots   | bea   | 1       | 3   | Given     | +180          | Signe Holt      | Nobody works on paper any more.
  review    | Cape Dairy keeps cool                | Cape Dairy          | hanne | 4       | 6   | Given     | -3            | Ruan Botha      | The audit took one hour.
  writing   | Kestrel, fifteen-minute slots        | Kestrel Rail        | bea   | 2       | 9   | Asked     |               | Oona Kestrel    |
  writing   | Anchor Print goes live in a week     | Anchor Print        | hanne | 7       | 5   | Given     | +90           | Leo Anker       | Monday to Monday.
  interview | Osei, from Tema to Kumasi            | Osei Cold Chain     | theo  | 3       | 2   | Asked     |               | Kwame Osei      |
  interview | Pier 9, a market at five             | Pier 9 Markets      | saskia | 6      | 8   | Not asked |               | Ana Costa       |
  idea      | Union Quay, first year               | Union Quay          | bea   | 9       |     | Not asked |               | Maya Lindt      |
  idea      | Saltmarsh Rail, phase one            | Saltmarsh Rail      | hanne | 11      |     | Not asked |               | Hilde Sorensen  |
  withdrawn | Reef Insurance                       | Reef Insurance      | bea   | 40      |     | Withdrawn |               | Philip Crane    |
  idea      | Estuary Foods, the cold truck        | Estuary Foods       | theo  | 2       |     | Not asked |               | Carla Mendes    |
`,
};
