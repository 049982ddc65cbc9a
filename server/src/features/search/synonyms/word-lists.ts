/**
 * Words that mean about the same in a company, one group a line. A question with one of them also finds texts with the
 * others. Several words are found together.
 */
const english = `
vacation, holiday, holidays, annual leave, time off, paid leave
sick, ill, sickness, illness, unwell
salary, pay, wage, wages, compensation
laptop, notebook
phone, telephone, mobile, cellphone
parking, park, car park
guest, visitor
fire, dismiss, terminate
quit, resign, leaver, leaving
hire, recruit
client, customer
vendor, supplier
bill, invoice
discount, rebate, price reduction
reimburse, reimbursement, expenses, claim expenses
remote, home office, work from home
meeting, call, appointment
deadline, due
error, bug, fault, defect
outage, incident, downtime
rollback, roll back, revert
deploy, deployment, release
restore, recover, recovery
backup, back up
login, log in, sign in, signin
password, passphrase
document, file
manual, handbook, guide
rule, policy, guideline
delete, remove, erase
begin, start
end, finish
buy, purchase, order
cost, price
allow, permit
photo, picture, image
colleague, coworker
boss, manager, lead
newcomer, new hire, starter
badge, access card
journalist, reporter, press
logo, brand mark
trip, travel, journey
accommodation, hotel
lunch, meal
`;

const german = `
urlaub, ferien, urlaubstage
krank, krankheit, krankmeldung, arbeitsunfahig
gehalt, lohn, verdienst, entgelt
laptop, notebook, rechner, computer
handy, telefon, mobiltelefon, diensthandy
parken, parkplatz, parkplatze
gast, besucher, gaste
kundigung, kundigen
einstellen, anstellen
kunde, kunden, auftraggeber
lieferant, anbieter
rechnung, rechnungen
rabatt, nachlass, preisnachlass
spesen, auslagen, reisekosten
homeoffice, heimarbeit, telearbeit
besprechung, sitzung, termin, meeting
frist, termin, fallig
fehler, bug, storung
ausfall, storung
sicherung, datensicherung, backup
anmelden, einloggen, anmeldung
passwort, kennwort
unterlage, dokument, datei
handbuch, anleitung, leitfaden
regel, richtlinie, vorschrift
loschen, entfernen
beginn, anfang, start
ende, schluss
kaufen, bestellen, beschaffen
kosten, preis
foto, bild
kollege, kollegin, mitarbeiter
chef, vorgesetzter, leitung
ausweis, zugangskarte
reise, dienstreise
unterkunft, hotel
mittagessen, mittag, essen
`;

/** The same in both languages: a text may be in another one than the question. */
const between = `
urlaub, vacation, holiday
krank, ill, sick
gehalt, salary
kundigungsfrist, notice period
parken, parking, park
besucher, visitor, visitors
rechnung, invoice
kunde, customer, client
lieferant, supplier
rabatt, discount
spesen, expenses
besprechung, meeting
passwort, password
sicherung, backup
wiederherstellen, restore
freigabe, approval, approve
richtlinie, policy
vertrag, contract
angebot, proposal, offer
preisliste, price sheet, price list
drucker, printer
schlussel, key
storung, incident
bereitschaft, on-call
veroffentlichung, release
reise, travel
buro, office
`;

/** Groups of words with the same meaning, by the language they belong to. */
export const builtInGroups: Readonly<Record<"en" | "de" | "between", readonly (readonly string[])[]>> = {
  en: readGroups(english),
  de: readGroups(german),
  between: readGroups(between),
};

function readGroups(text: string): string[][] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(", "));
}
