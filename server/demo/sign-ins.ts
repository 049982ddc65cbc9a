/** Everyone in the demo company signs in with this; it must never be used for a real workspace. */
export const demoPassword = "pelican-demo-2026";

/** The sign-ins worth printing: one of each kind, and a member of each department. */
export const demoSignIns: { personKey: string; email: string; description: string }[] = [
  signIn("greta", "greta.holm", "super administrator"),
  signIn("marisol", "marisol.vega", "administrator, Business Development and Marketing"),
  signIn("ruth", "ruth.adeyemi", "member of Business Development"),
  signIn("aiko", "aiko.tanabe", "member of Frontend"),
  signIn("tomasz", "tomasz.wilk", "member of Backend"),
  signIn("dev", "dev.raghunathan", "member of DevOps"),
  signIn("hanne", "hanne.lindqvist", "member of Marketing, editor"),
  signIn("pavel", "pavel.novotny", "waiting for approval, cannot sign in yet"),
];

function signIn(personKey: string, mailbox: string, description: string) {
  return { personKey, email: `${mailbox}@pelicanworks.example`, description };
}
