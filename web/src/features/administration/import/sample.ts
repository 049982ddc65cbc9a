/** A file to begin from, with one person of each kind: all columns, a list of departments, and the shortest. */
export const sampleCsv = [
  "name,email,password,roles,departments",
  "Ottilie Brandt,ottilie.brandt@example.com,change-me-at-once-1,user,Frontend",
  "Mateus Rocha,mateus.rocha@example.com,change-me-at-once-2,user,Backend;DevOps",
  "Nadia Karim,nadia.karim@example.com,change-me-at-once-3,,",
  "",
].join("\r\n");
