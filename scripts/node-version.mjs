// Imported first by every command, so that an old Node says what it is before anything fails in it. The commands
// run on whatever Node started them; Atoll itself runs on the one that the lockfile pins.
const oldestSupported = 20;

if (Number.parseInt(process.versions.node, 10) < oldestSupported) {
  console.error(
    `Atoll needs Node ${oldestSupported} or newer to start; this is Node ${process.versions.node}.`,
  );
  console.error("Get a current one from https://nodejs.org and run the command again.");
  process.exit(1);
}
