const frequencyHz = 880;
const durationS = 0.15;

/**
 * Plays the chime of notifications. Specification, section 9. It stays silent until the page has been touched: browsers
 * let nothing sound before, and complain in the console.
 */
export function playChime(): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    tone.type = "sine";
    tone.frequency.value = frequencyHz;
    tone.connect(audio.destination);
    tone.onended = () => void audio.close();
    tone.start();
    tone.stop(audio.currentTime + durationS);
    // Where the person forbids all sound, it would wait for ever.
    if (audio.state === "suspended") setTimeout(() => void audio.close().catch(() => undefined), 1_000);
  } catch {
    // There is nothing to hear it with.
  }
}
