/** Some of the staff of Pelican Works, for specimens that need names. */
export const people = [
  { id: "marisol-vega", name: "Marisol Vega", role: "super_admin", lastActive: 2, reads: 412 },
  { id: "ruth-adeyemi", name: "Ruth Adeyemi", role: "bd_lead", lastActive: 6, reads: 388 },
  { id: "hanne-lindqvist", name: "Hanne Lindqvist", role: "admin", lastActive: 14, reads: 97 },
  { id: "dev-raghunathan", name: "Dev Raghunathan", role: "user", lastActive: 18, reads: 204 },
  { id: "tomasz-wilk", name: "Tomasz Wilk", role: "user", lastActive: 25, reads: 11 },
  { id: "aiko-tanabe", name: "Aiko Tanabe", role: "user", lastActive: 31, reads: 156 },
  { id: "greta-holm", name: "Greta Holm", role: "pending", lastActive: 44, reads: 0 },
  { id: "kofi-mensah", name: "Kofi Mensah", role: "user", lastActive: 58, reads: 1320 },
  { id: "ines-carvalho", name: "Ines Carvalho", role: "user", lastActive: 73, reads: 72 },
  { id: "noor-haddad", name: "Noor Haddad", role: "admin", lastActive: 90, reads: 641 },
  { id: "liam-fraser", name: "Liam Fraser", role: "user", lastActive: 121, reads: 35 },
  { id: "katya-morozova", name: "Katya Morozova", role: "user", lastActive: 150, reads: 8 },
] as const;

export type Person = (typeof people)[number];
