/** Names of emoji that people use in conversations. Others are kept as text, and left out of reactions. */
const names = `
👍 +1 thumbsup|👎 -1 thumbsdown|👌 ok_hand|✌️ v|🤞 crossed_fingers|👏 clap|🙌 raised_hands|🙏 pray|🤝 handshake|💪 muscle
👋 wave|✋ hand raised_hand|🖐️ raised_hand_with_fingers_splayed|👆 point_up_2|👇 point_down|👈 point_left|👉 point_right
☝️ point_up|✊ fist|👊 facepunch punch|🤘 the_horns|🤙 call_me_hand|🫡 saluting_face|🤷 shrug|🤦 face_palm|🙋 raising_hand
😀 grinning|😃 smiley|😄 smile|😁 grin|😆 laughing satisfied|😅 sweat_smile|😂 joy|🤣 rolling_on_the_floor_laughing rofl
🙂 slightly_smiling_face|🙃 upside_down_face|😉 wink|😊 blush|😇 innocent|🥰 smiling_face_with_3_hearts|😍 heart_eyes
🤩 star-struck|😘 kissing_heart|😋 yum|😛 stuck_out_tongue|😜 stuck_out_tongue_winking_eye|🤪 zany_face|🤗 hugging_face
🤭 face_with_hand_over_mouth|🤫 shushing_face|🤔 thinking_face thinking|🤐 zipper_mouth_face|🤨 face_with_raised_eyebrow
😐 neutral_face|😑 expressionless|😶 no_mouth|😏 smirk|😒 unamused|🙄 face_with_rolling_eyes|😬 grimacing|😌 relieved
😔 pensive|😪 sleepy|😴 sleeping|😷 mask|🤒 face_with_thermometer|🤕 face_with_head_bandage|🤢 nauseated_face|🤯 exploding_head
🤠 face_with_cowboy_hat|🥳 partying_face|😎 sunglasses|🤓 nerd_face|🧐 face_with_monocle|😕 confused|😟 worried
🙁 slightly_frowning_face|😮 open_mouth|😯 hushed|😲 astonished|😳 flushed|🥺 pleading_face|😦 frowning|😧 anguished
😨 fearful|😰 cold_sweat|😥 disappointed_relieved|😢 cry|😭 sob|😱 scream|😖 confounded|😣 persevere|😞 disappointed
😓 sweat|😩 weary|😫 tired_face|😤 triumph|😡 rage|😠 angry|🤬 face_with_symbols_on_mouth|😈 smiling_imp|💀 skull|💩 hankey poop
🤡 clown_face|👻 ghost|👽 alien|🤖 robot_face|😺 smiley_cat|🙈 see_no_evil|🙉 hear_no_evil|🙊 speak_no_evil
❤️ heart|🧡 orange_heart|💛 yellow_heart|💚 green_heart|💙 blue_heart|💜 purple_heart|🖤 black_heart|💔 broken_heart
💕 two_hearts|💖 sparkling_heart|💯 100|💥 boom|💫 dizzy|💤 zzz|💬 speech_balloon|🧠 brain|👀 eyes|👁️ eye
🔥 fire|✨ sparkles|⭐ star|🌟 star2|⚡ zap|☀️ sunny|🌧️ rain_cloud|❄️ snowflake|🌈 rainbow|🌊 ocean|🌱 seedling|🌳 deciduous_tree
🎉 tada|🎊 confetti_ball|🎈 balloon|🎁 gift|🎂 birthday|🏆 trophy|🥇 first_place_medal|🎯 dart|🚀 rocket|✈️ airplane|🚗 car|🚲 bike
🍕 pizza|🍺 beer|🍻 beers|🍷 wine_glass|🥂 clinking_glasses|☕ coffee|🍵 tea|🍰 cake|🍪 cookie|🍎 apple|🌮 taco|🍩 doughnut
✅ white_check_mark|☑️ ballot_box_with_check|✔️ heavy_check_mark|❌ x|❎ negative_squared_cross_mark|➕ heavy_plus_sign
➖ heavy_minus_sign|❓ question|❗ exclamation|⚠️ warning|🚫 no_entry_sign|⛔ no_entry|🛑 octagonal_sign|🔴 red_circle
🟢 large_green_circle|🟡 large_yellow_circle|🔵 large_blue_circle|⚪ white_circle|⚫ black_circle|🚨 rotating_light|🚩 triangular_flag_on_post
📌 pushpin|📍 round_pushpin|📎 paperclip|📝 memo|✏️ pencil2|📄 page_facing_up|📊 bar_chart|📈 chart_with_upwards_trend
📉 chart_with_downwards_trend|📅 date|📆 calendar|🗓️ spiral_calendar_pad|⏰ alarm_clock|⏳ hourglass_flowing_sand|⌛ hourglass
🔍 mag|🔒 lock|🔓 unlock|🔑 key|🔧 wrench|🔨 hammer|⚙️ gear|🛠️ hammer_and_wrench|🐛 bug|💡 bulb|💻 computer|📱 iphone|📞 phone
📧 e-mail email|📬 mailbox_with_mail|📦 package|📣 mega|📢 loudspeaker|🔔 bell|🔕 no_bell|🔗 link|♻️ recycle|🆕 new|🆗 ok|🆒 cool|🔝 top
➡️ arrow_right|⬅️ arrow_left|⬆️ arrow_up|⬇️ arrow_down|↩️ leftwards_arrow_with_hook|🔄 arrows_counterclockwise|🔁 repeat
🐶 dog|🐱 cat|🐭 mouse|🦊 fox_face|🐻 bear|🐼 panda_face|🦁 lion_face|🐮 cow|🐷 pig|🐸 frog|🐵 monkey_face|🐔 chicken|🐧 penguin
🦄 unicorn_face|🐝 bee|🐢 turtle|🐙 octopus|🐬 dolphin|🐳 whale|🦉 owl|🌍 earth_africa|🌎 earth_americas|🌏 earth_asia
0️⃣ zero|1️⃣ one|2️⃣ two|3️⃣ three|4️⃣ four|5️⃣ five|6️⃣ six|7️⃣ seven|8️⃣ eight|9️⃣ nine|🔟 keycap_ten|ℹ️ information_source`;

const byName = new Map(
  names
    .trim()
    .split(/[|\n]/)
    .flatMap((entry) => {
      const [emoji = "", ...all] = entry.split(" ");
      return all.map((name) => [name, emoji] as const);
    }),
);
const tones = ["🏻", "🏼", "🏽", "🏾", "🏿"];
const toneNames = ["light", "medium_light", "medium", "medium_dark", "dark"];
/** Slack writes "wave::skin-tone-3", Mattermost "wave_medium_light_skin_tone". */
const toned = /^(.+?)(?:::skin-tone-([2-6])|_((?:medium_)?(?:light|dark)|medium)_skin_tone)$/;

/** Returns the emoji of a name, with its skin tone. Undefined for emoji of a company's own, and rare ones. */
export function emojiOf(name: string): string | undefined {
  const [, base = name, number, tone] = toned.exec(name) ?? [];
  const emoji = byName.get(base);
  if (emoji === undefined || base === name) return emoji;
  const modifier = tones[tone === undefined ? Number(number) - 2 : toneNames.indexOf(tone)] ?? "";
  return /\p{Emoji_Modifier_Base}/u.test(emoji) ? emoji.replace("\uFE0F", "") + modifier : emoji;
}

/** Writes emoji in place of their names between colons. */
export function withEmoji(text: string): string {
  return text.replace(
    /:([a-z0-9_+'-]{1,60}(?:::skin-tone-[2-6])?):/g,
    (whole, name: string) => emojiOf(name) ?? whole,
  );
}
