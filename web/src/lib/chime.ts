const frequencyHz = 880;
const durationS = 0.15;

/** The chime of notifications. Specification, section 9. A browser that lets nothing sound stays silent. */
export function playChime(): void {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    tone.type = "sine";
    tone.frequency.value = frequencyHz;
    tone.connect(audio.destination);
    tone.onended = () => void audio.close();
    tone.start();
    tone.stop(audio.currentTime + durationS);
    // Where nothing may sound before the page was touched, it would wait for ever.
    if (audio.state === "suspended") setTimeout(() => void audio.close().catch(() => undefined), 1_000);
  } catch {
    // There is nothing to hear it with.
  }
}
