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
  scheduled | Cold chain checklist       | Blog       | nanda   | 2       | +20       | 24  | 09:00 | Cold chain audit kit
  scheduled | Partner letter             | Newsletter | noor    | 1       | +15       | 15  | 10:00 | Partner evening
  live      | Jobs, search ads           | Paid       | matteo  | 9       | -10       | 9   |       |
  draft     | Release notes, winter      | Blog       | saskia  | 3       | +25       | 29  | 09:00 |
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
  top      | winter ferry timetable    | Learn   | seun  | 8  | 4  | 540  | https://pelicanworks.example/ferries
  working  | berth planning software   | Buy     | seun  | 3  | 14 | 390  | https://pelicanworks.example/ports
  watching | cold store audit          | Learn   | nanda | 11 | 37 | 610  | https://pelicanworks.example/cold-storage
  working  | driver app offline        | Compare | seun  | 6  | 19 | 270  | https://pelicanworks.example/depots
  watching | slot booking rail         | Buy     | nanda | 14 | 44 | 170  | https://pelicanworks.example/rail
  top      | depot night shift plan    | Learn   | bea   | 10 | 8  | 210  | https://pelicanworks.example/blog/night-shift
  watching | customs data free         | Learn   | nanda | 16 | 52 | 1100 | https://pelicanworks.example/ports
  working  | electronic waybill        | Compare | seun  | 5  | 21 | 1500 | https://pelicanworks.example/blog/delivery-notes
  given_up | fleet management          | Compare | seun  | 75 | 91 | 8800 | https://pelicanworks.example/
  watching | pallet pooling            | Learn   | nanda | 22 | 63 | 720  | https://pelicanworks.example/depots
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
  running | Photo day               | eszter | 3   | -2   | 9    | 2500  | 1100  | A picture of every colleague        | 4   | 10 | https://pelicanworks.example/people      | 2026-photo-day        | Two rooms, one afternoon.
  running | Driver app launch       | saskia | 5   | -20  | 21   | 7500  | 4300  | 400 drivers in the first month      | 26  | 40 | https://pelicanworks.example/drivers     | 2026-driver-app       | Short films, recorded in the depots.
  planned | Fish Forum              | eszter | 4   | +75  | 79   | 11000 | 0     | 50 conversations                    | 0   | 50 | https://pelicanworks.example/fish-forum  | 2027-fish-forum       | Stand of six metres, next to Skerry Salmon.
  planned | Price page, second try  | hanne  | 6   | +18  | 46   | 3000  | 0     | 20 requests from the page           | 0   | 20 | https://pelicanworks.example/prices      | 2027-price-page       | Two versions, four weeks.
  planned | Spring newsletter       | noor   | 9   | +95  | 125  | 2200  | 0     | 600 readers                         | 0   | 25 | https://pelicanworks.example/newsletter  | 2027-spring           | Four letters, one story each.
  ended   | Rail Days               | noor   | 24  | -40  | -22  | 9500  | 9100  | 45 conversations                    | 51  | 45 | https://pelicanworks.example/rail-days   | 2026-rail-days        | Kestrel spoke for us.
  ended   | Lighthouse webinar      | bea    | 45  | -75  | -44  | 1800  | 1650  | 80 guests                           | 33  | 30 | https://pelicanworks.example/lighthouse  | 2026-lighthouse       | Recorded, and still found by search.
  ended   | Cold Chain Days         | eszter | 60  | -100 | -58  | 8000  | 7700  | 40 conversations                    | 38  | 40 | https://pelicanworks.example/cold-days   | 2026-cold-days        | Two short of the goal.
  ended   | Delivery note guide     | bea    | 95  | -150 | -95  | 2600  | 2450  | 500 downloads                       | 44  | 35 | https://pelicanworks.example/notes-guide | 2026-notes-guide      | Our best page since.
  ended   | Easter cards            | theo   | 180 | -260 | -230 | 900   | 880   | Thank 120 clients                   | 0   | 0  | https://pelicanworks.example/            | 2026-easter           | Written by hand.
  dropped | Radio in the port       | matteo | 110 | -160 |      | 6000  | 400   | 20 calls                            | 1   | 20 | https://pelicanworks.example/            | 2026-radio            | Nobody could say where they had heard of us.
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
  published | Ebb & Flow shares a depot            | Ebb & Flow          | theo  | 60      |     | Given     | +210          | Tilda Voss      | Two breweries, one ramp.
  published | Norr Line reads its harbour          | Norr Line           | hanne | 110     |     | Given     | +64           | Sven Aalto      | The map is on every wall now.
  review    | Skerry Salmon, out of the water      | Skerry Salmon       | bea   | 2       | 4   | Given     | +140          | Mira Okonjo     | Six hours from net to shop.
  writing   | Tern Air Cargo, two hubs             | Tern Air Cargo      | saskia | 5      | 12  | Asked     |               | Paul Iversen    |
  writing   | Low Tide, a fleet of nine            | Low Tide Logistics  | theo  | 8       | 15  | Given     | +70           | Rosa Blanch     | Small enough to know every driver.
  interview | Moss & Mortar, stones on time        | Moss & Mortar       | bea   | 4       | 10  | Asked     |               | Bruno Keller    |
  interview | Coralline, the audit trail           | Coralline Pharma    | hanne | 9       | 14  | Asked     |               | Dr. Nadia Roux  |
  idea      | Canal & Crate, by bicycle            | Canal & Crate       | saskia | 13     |     | Not asked |               | Ben Achterberg  |
  idea      | Harbour Freight, the terminal        | Harbour Freight     | theo  | 3       |     | Not asked |               | Jo Reyes        |
  withdrawn | Pallet & Pine                        | Pallet & Pine       | bea   | 55      |     | Withdrawn |               | Jo Pine         |
`,
};
