import { cell, parseTable } from "./table.ts";
import type { DemoPerson } from "./types.ts";

/**
 * The staff of Pelican Works: exactly sixty accounts. Marisol Vega and Sam Okafor are the two who
 * belong to two departments; Greta Holm and Pavel Novotny (not yet approved) belong to none.
 */
export const demoPeople: DemoPerson[] = parseTable(`
  key       | name                                               | mailbox            | title                         | departments                     | roles          | weeks | active
  greta     | Greta Holm                                         | greta.holm         | Head of people and office     |                                 | super_admin    | 240   | 2
  pavel     | Pavel Novotny                                      | pavel.novotny      | Backend engineer              |                                 | pending        | 1.6   | never

  marisol   | Marisol Vega                                       | marisol.vega       | Head of partnerships          | business-development, marketing | admin, bd_lead | 188   | 0
  ruth      | Ruth Adeyemi                                       | ruth.adeyemi       | Head of client solutions      | business-development            | user, bd_lead  | 141   | 0
  ines      | Ines Caballero                                     | ines.caballero     | Contracts manager             | business-development            | user           | 120   | 20
  anouk     | Anouk Meijer                                       | anouk.meijer       | Account manager, ferries      | business-development            | user           | 86    | 4400
  camille   | Camille Duarte                                     | camille.duarte     | Account manager, rail         | business-development            | user           | 64    | 240
  elin      | Elin Hagen                                         | elin.hagen         | Customer success manager      | business-development            | user           | 77    | 75
  farid     | Farid Benali                                       | farid.benali       | Partner manager               | business-development            | user           | 52    | 1500
  rafael    | Rafael Pinto                                       | rafael.pinto       | Sales engineer                | business-development            | user           | 95    | 33
  sunil     | Sunil Rao                                          | sunil.rao          | Pricing analyst               | business-development            | user           | 58    | 41
  tove      | Tove Larsen                                        | tove.larsen        | Account manager, cold storage | business-development            | user           | 44    | 12
  wanjiru   | Wanjiru Kamau                                      | wanjiru.kamau      | Partner lead                  | business-development            | user           | 31    | 95
  luciana   | Luciana Ferraz                                     | luciana.ferraz     | Solutions consultant          | business-development            | user           | 83    | 26
  daniel    | Daniel Kwarteng                                    | daniel.kwarteng    | Bid writer                    | business-development            | user           | 38    | 310
  yara      | Yara Mansour                                       | yara.mansour       | Head of customer success      | business-development            | user           | 132   | 8
  siobhan   | Siobhán Ní Dhuibhir                                | siobhan.nidhuibhir | Customer success manager      | business-development            | user           | 49    | 15
  henrik    | Henrik Aas                                         | henrik.aas         | Sales development             | business-development            | user           | 22    | 64

  aiko      | Aiko Tanabe                                        | aiko.tanabe        | Lead designer and frontend    | frontend                        | user           | 150   | 18
  jonah     | Jonah Pike                                         | jonah.pike         | Frontend engineer             | frontend                        | user           | 1.6   | 30
  lucas     | Lucas Ferreira                                     | lucas.ferreira     | Frontend engineer             | frontend                        | user           | 7     | 9
  xiaowen   | 陈晓雯                                             | xiaowen.chen       | Frontend engineer, maps       | frontend                        | user           | 68    | 51
  zofia     | Zofia Kaczmarek                                    | zofia.kaczmarek    | Product designer              | frontend                        | user           | 90    | 22
  amara     | Amara Nwosu                                        | amara.nwosu        | Frontend engineer             | frontend                        | user           | 36    | 4
  emre      | Emre Yıldız                                        | emre.yildiz        | Frontend engineer             | frontend                        | user           | 57    | 130
  bjork     | Björk Sigurðardóttir                               | bjork.sigurdar     | Accessibility engineer        | frontend                        | user           | 41    | 70
  nikhil    | Nikhil Bhatt                                       | nikhil.bhatt       | Frontend engineer             | frontend                        | user           | 27    | 1380
  chloe     | Chloé Tremblay                                     | chloe.tremblay     | Design systems                | frontend                        | user           | 73    | 36
  mateja    | Mateja Kovačič                                     | mateja.kovacic     | Test engineer                 | frontend                        | user           | 60    | 11
  malakai   | Malakai Tupou                                      | malakai.tupou      | Frontend engineer, depot app  | frontend                        | user           | 19    | 48

  kofi      | Kofi Mensah                                        | kofi.mensah        | Head of engineering           | backend                         | admin          | 204   | 6
  tomasz    | Tomasz Wilk                                        | tomasz.wilk        | Billing engineer              | backend                         | user           | 94    | 60
  gustav    | Gustav Thorn                                       | gustav.thorn       | Backend engineer              | backend                         | user           | 110   | 5700
  priya     | Priya Nair                                         | priya.nair         | Search and data engineer      | backend                         | user           | 79    | 17
  leila     | Leila Farahani                                     | leila.farahani     | Backend engineer              | backend                         | user           | 45    | 29
  andrei    | Andrei Munteanu                                    | andrei.munteanu    | Database engineer             | backend                         | user           | 126   | 55
  thandiwe  | Thandiwe Mokoena                                   | thandiwe.mokoena   | Integrations engineer         | backend                         | user           | 66    | 7
  hugo      | Hugo Sardinha                                      | hugo.sardinha      | Backend engineer              | backend                         | user           | 33    | 220
  minhanh   | Nguyễn Minh Anh                                    | minhanh.nguyen     | Backend engineer, scheduling  | backend                         | user           | 48    | 38
  oksana    | Oksana Shevchuk                                    | oksana.shevchuk    | Invoicing engineer            | backend                         | user           | 71    | 14
  samira    | Samira Boukhari                                    | samira.boukhari    | API writer                    | backend                         | user           | 54    | 160
  juanpablo | Juan Pablo Echeverría                              | jp.echeverria      | Backend engineer, reports     | backend                         | user           | 29    | 1420
  ibrahim   | Ibrahim Sesay                                      | ibrahim.sesay      | Backend engineer              | backend                         | user           | 16    | 24

  dev       | Dev Raghunathan                                    | dev.raghunathan    | DevOps lead                   | devops                          | user, on_call  | 135   | 0
  sam       | Sam Okafor                                         | sam.okafor         | Platform engineer             | devops, backend                 | user, on_call  | 97    | 95
  meiling   | Mei-Ling Chou                                      | mei-ling.chou      | Platform engineer             | devops                          | user, on_call  | 62    | 13
  omar      | Omar Siddiqui                                      | omar.siddiqui      | Network engineer              | devops                          | user           | 88    | 2900
  tadhg     | Tadhg Brennan                                      | tadhg.brennan      | Release engineer              | devops                          | user           | 25    | 44
  rania     | Rania Khoury                                       | rania.khoury       | Observability engineer        | devops                          | user, on_call  | 50    | 21
  viktor    | Viktor Dimitrov                                    | viktor.dimitrov    | Security engineer             | devops                          | user, auditor  | 103   | 180

  hanne     | Hanne Lindqvist                                    | hanne.lindqvist    | Head of brand and stories     | marketing                       | user, editor   | 160   | 1440
  noor      | Noor Haddad                                        | noor.haddad        | Campaign manager              | marketing                       | user, editor   | 82    | 120
  bea       | Bea Santoro                                        | bea.santoro        | Content marketer              | marketing                       | user           | 1.6   | 19
  nanda     | Maria Fernanda Albuquerque de Vasconcelos Teixeira | fernanda.teixeira  | Marketing analyst             | marketing                       | user           | 39    | 58
  seun      | Oluwaseun Adebayo                                  | seun.adebayo       | Search and web                | marketing                       | user           | 46    | 31
  eszter    | Eszter Balogh                                      | eszter.balogh      | Events                        | marketing                       | user           | 70    | 40
  theo      | Theo Papadakis                                     | theo.papadakis     | Photo and video               | marketing                       | user           | 35    | 260
  saskia    | Saskia de Boer                                     | saskia.deboer      | Brand designer                | marketing                       | user           | 53    | 16
  matteo    | Matteo Ferrante                                    | matteo.ferrante    | Social and community          | marketing                       | user           | 28    | 27
  lina      | Lina Al-Jabari                                     | lina.aljabari      | Press and partners            | marketing                       | user, editor   | 61    | 85
`).map((row) => ({
  key: cell(row, "key"),
  name: cell(row, "name"),
  email: `${cell(row, "mailbox")}@pelicanworks.example`,
  title: cell(row, "title"),
  departments: list(cell(row, "departments")),
  roles: list(cell(row, "roles")),
  joinedWeeksAgo: Number(cell(row, "weeks")),
  lastActiveMinutesAgo: cell(row, "active") === "never" ? null : Number(cell(row, "active")),
}));

function list(text: string): string[] {
  return text === "" ? [] : text.split(", ");
}
