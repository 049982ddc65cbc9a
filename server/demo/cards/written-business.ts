/** The cards of Business Development besides its deals; see `seed-cards.ts` for how a table is read. */
export const businessCards: Record<string, string> = {
  outreach: `
  stage       | title              | company             | owner   | changed | due | job                  | consent   | consent_source      | sector       | next_touch           | sequence
  sequence    | Petra Lindgren     | Brightwater Ferries | ines    | 0.1     | 0   | Fleet manager        | Given     | Ports Expo, 6 Oct   | Ferries      | Call                 | *Mail: the case study; *Mail: winter timetable; Call; Mail: price by vessel; Last note
  call_booked | Samuel Osei        | Osei Cold Chain     | ruth    | 1       | 2   | Head of operations   | Given     | Ports Expo, 7 Oct   | Cold storage | Call Monday          | *Mail: audit story; *Mail: two numbers; *Call; Mail: price list; Last note
  sequence    | Delphine Roy       | Tern Air Cargo      | marisol | 2       | 0   | Procurement          | Given     | Website form        | Air cargo    | Mail: cargo story    | Mail: cargo story; Call; Mail: price by hub; Last note
  sequence    | Hugo Brandt        | Norr Line           | ruth    | 3       | 3   | Terminal lead        | Given     | Referral, Sven      | Ferries      | Mail: harbour map    | *Mail: intro; *Mail: latency; *Mail: case study; Mail: harbour map; Last note
  sequence    | Amira Haddou       | Saltmarsh Rail      | marisol | 1       | 0   | Scheduling           | Given     | Rail Days, 2 Nov    | Rail         | Mail: timetable      | *Mail: intro; Mail: timetable; Call; Last note
  sequence    | Kenji Mori         | Union Quay          | ines    | 4       | 4   | Port director        | Given     | Website form        | Depots       | Call                 | *Mail: intro; *Mail: night shift; Call; Last note
  sequence    | Lotte Visser       | Lighthouse Depots   | ruth    | 6       | 5   | Depot manager        | Given     | Ports Expo, 6 Oct   | Depots       | Last note            | *Mail: intro; *Call; *Mail: price; *Mail: reference; Last note
  new         | Ben Achterberg     | Canal & Crate       | marisol | 0.3     | 5   | Owner                | Not asked |                     | Retail       | Ask for consent      |
  sequence    | Oriane Petit       | Estuary Foods       | ines    | 5       | 6   | Cold chain lead      | Given     | Phone call, 4 Nov   | Cold storage | Mail: cold story     | *Mail: intro; Mail: cold story; Call; Last note
  stopped     | Tom Garrity        | Pallet & Pine       | ines    | 9       |     | Buyer                | Withdrawn | Website form        | Retail       |                      | *Mail: intro; *Call; *Mail: price; *Mail: note
  replied     | Signe Holt         | Lighthouse Depots   | henrik  | 2       | 1   | Finance              | Given     | Webinar, 21 Oct     | Depots       | Answer her question  | *Mail: intro; *Mail: budget; Call
  replied     | Rosa Blanch        | Low Tide Logistics  | henrik  | 7       | 3   | Fleet lead           | Given     | Website form        | Depots       | Send references      | *Mail: intro; *Call
  new         | Ada Moreau         | Sandbar Coffee      | henrik  | 12      |     | Supply chain         | Not asked |                     | Retail       | Wait for consent     |
  new         | Jo Pine            | Pallet & Pine       | camille | 2       | 4   | Managing director    | Not asked |                     | Retail       | Ask at the trade day |
  call_booked | Mira Okonjo        | Skerry Salmon       | anouk   | 8       |     | Logistics            | Given     | Fish Forum, 9 Oct   | Cold storage | Done                 | *Mail: intro; *Call
  stopped     | Marta Nowak        | Quayside Hotels     | camille | 30      |     | Purchasing           | Withdrawn | Event list          | Retail       |                      | *Mail: intro
  sequence    | Grace Marlowe      | Marlowe Ferries     | ruth    | 3       | 8   | Chief executive      | Given     | Client              | Ferries      | Mail: winter review  | *Mail: thanks; Mail: winter review
  sequence    | Carla Mendes       | Estuary Foods       | tove    | 6       | 9   | Operations           | Given     | Website form        | Cold storage | Call                 | *Mail: intro; Call; Last note
  replied     | Yusuf Demir        | Drift Textiles      | tove    | 1       | 2   | Head of depots       | Given     | Referral, Hilde     | Depots       | Send the offer       | *Mail: intro; *Call
  new         | Reza Tehrani       | Mangrove Marine     | anouk   | 5       | 7   | Captain of port      | Not asked |                     | Ferries      | Ask for consent      |
`,
  proposals: `
  stage    | title                              | client            | owner   | changed | due | value   | version | template     | valid_until | payment | signer          | approvals                                              | sections
  approval | Harbour Freight, terminal rollout  | Harbour Freight   | marisol | 0.01    | 0   | 128400  | 3       | Rollout      | +28         | Net 30  | Jo Reyes, COO   | *Ines: legal and terms; *Kofi: latency; Ruth: price    | *Summary and goals; *Scope by terminal; *Latency; Support tier; *Timeline; *Terms; *Signatures
  sent     | Norr Line, harbour map             | Norr Line         | ruth    | 2       | 4   | 67000   | 2       | Rollout      | +9          | Net 30  | Sven Aalto      | *Ines: legal; *Ruth: price                             | *Summary; *Scope; *Terms
  sent     | Estuary Foods, cold chain pilot    | Estuary Foods     | ines    | 3       | 8   | 45600   | 1       | Pilot        | +8          | Net 15  | Carla Mendes    | *Ines: legal; *Ruth: price                             | *Summary; *Scope; *Terms
  won      | Marlowe renewal                    | Marlowe Ferries   | ruth    | 11      |     | 112000  | 4       | Renewal      | -2          | Net 30  | Grace Marlowe   | *Ines: legal; *Ruth: price                             | *Summary; *Terms
  won      | Anchor Print                       | Anchor Print      | ines    | 14      |     | 36000   | 2       | Rollout      | -6          | Net 30  | Leo Anker       | *Ruth: price                                           | *Summary; *Terms
  lost     | Quarry Link                        | Quarry Link       | marisol | 20      |     | 51000   | 2       | Pilot        | -12         | Net 60  | Dana Quill      | *Ruth: price                                           | *Summary
  lost     | Hull & Tide                        | Hull & Tide       | henrik  | 26      |     | 24500   | 1       | Support tier | -18         | Net 30  | Bo Hull         | *Ruth: price                                           | *Summary
  draft    | Tern Air Cargo, two hubs           | Tern Air Cargo    | marisol | 1       | 6   | 64000   | 1       | Rollout      | +40         | Net 30  | Paul Iversen    | Ines: legal; Ruth: price                               | *Summary; Scope; Terms
  draft    | Coralline Pharma, audit trail      | Coralline Pharma  | rafael  | 4       | 12  | $91000  | 1       | Rollout      | +45         | Net 45  | Dr. Nadia Roux  | Ines: legal; Kofi: security; Ruth: price               | *Summary; Audit; Terms
  draft    | Kestrel Rail, pilot extension      | Kestrel Rail      | ruth    | 2       | 9   | 96000   | 2       | Pilot        | +30         | Net 30  | Oona Kestrel    | Ruth: price                                            | *Summary; *Scope; Terms
  approval | Moss & Mortar, support tier        | Moss & Mortar     | marisol | 6       | 3   | 58200   | 2       | Support tier | -1          | Net 60  | Bruno Keller    | *Ines: legal; *Ruth: price                             | *Summary; *Scope; *Terms
  won      | Pier 9 Markets                     | Pier 9 Markets    | camille | 39      |     | 21500   | 1       | Rollout      | -30         | Net 30  | Ana Costa       | *Ruth: price                                           | *Summary
`,
  market: `
  stage     | title                                     | owner   | changed | due | observed_on | source                     | about          | topic      | trust  | body
  confirmed | Harbourly drops its per-seat price        | sunil   | 3       | 20  | -5          | Harbourly price page       | Harbourly      | Price      | High   | They now charge per depot, as we do. Two of our quotes were compared with the old page.
  new       | Norr Line looks for a second supplier     | ruth    | 1       | 4   | -2          | Call with Sven Aalto       | Norr Line      | Customer   | Medium | Sven says that purchasing wants two offers for every system over 50,000 from January.
  new       | Cold chain audits every six months        | tove    | 2       | 9   | -4          | Draft of the food agency   | Cold storage   | Regulation | Medium | The draft names digital temperature logs. A final text is expected in spring.
  confirmed | Rail freight moves to shorter slots       | camille | 6       | 40  | -9          | Rail Days, talk by Kestrel | Rail           | Trend      | High   | Slots of 15 minutes need live positions, which is where our latency work counts.
  new       | DepotMate hires in Lisbon                 | farid   | 1       | 12  | -1          | Job board                  | DepotMate      | Competitor | Low    | Four sales jobs in one week. They had none in Portugal so far.
  confirmed | Ferries plan winter timetables earlier    | anouk   | 10      | 60  | -14         | Marlowe quarterly review   | Ferries        | Trend      | High   | Planning starts in August. Our winter case study should be out by July.
  outdated  | Harbourly has no mobile app               | sunil   | 30      |     | -200        | Harbourly website          | Harbourly      | Competitor | Low    | They published one in October.
  new       | Osei asks for offline mode                | ruth    | 4       | 6   | -6          | Visit to the depot in Tema | Osei Cold Chain | Customer  | High   | Drivers lose the connection for up to 40 minutes.
  confirmed | Customs data becomes free                 | rafael  | 12      | 30  | -18         | Official journal           | Ports          | Regulation | High   | We can drop a paid feed when it starts.
  new       | Payment terms grow to 60 days             | sunil   | 2       | 15  | -3          | Three lost deals           | All sectors    | Price      | Medium | Three of five lost deals this quarter named our 30 days.
  confirmed | DepotMate bought a scanner maker          | farid   | 15      | 50  | -20         | Press release              | DepotMate      | Competitor | High   | Expect bundles of hardware and software.
  new       | Breweries share depots in winter          | camille | 5       | 10  | -7          | Call with Ebb & Flow       | Depots         | Trend      | Low    | One source only.
`,
};
