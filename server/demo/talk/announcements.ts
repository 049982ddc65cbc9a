/** The posts for everyone, by the few who can post there. */
export const announcementsTalk = `
# d29 09:05
greta pinned: **Where to find what.** Company news stands here and nowhere else, so please don't mute this one. Questions are welcome in general, or to me directly.
^ 👍 marisol kofi noor elin tove sunil
^ 🙏 jonah bea

# d26 15:30
kofi: The status page has moved to [status.pelicanworks.example](https://status.pelicanworks.example). The old address sends you on until the end of the quarter. If you have it in a signature or a slide, now is a good moment.
^ 👍 dev sam rania yara ines
^ 👀 samira

# d21 10:10
kofi: @channel The reference of API v3 is public. Version 2 keeps answering, nothing breaks for clients. The long version is in general, thank you @Samira Boukhari for every sentence of it.
^ 🎉 samira thandiwe tomasz marisol ruth luciana amara
^ ❤️ samira

# d15 09:00
greta: The office closes between the holidays, from the 24th to the 1st. Support and on-call have their own plan, which @Yara Mansour and @Dev Raghunathan keep. Everybody else: close the laptop, please.
^ 🎉 juanpablo tove hugo matteo xiaowen elin camille
^ 😄 sam

# d6 16:20
marisol: Marlowe Ferries signed for two years. This took eleven people from four departments, and the winter timetable. Thank you, all of you.
^ 🎉 ruth anouk ines kofi minhanh leila hanne greta
^ 👏 dev aiko noor

# d1 17:40
kofi pinned: **Payments freeze:** nothing goes out in billing, checkout and invoicing from the last day of the month at 18:00 until the second day at 09:00. Who may approve a hotfix stands in the knowledge base, by role.
^ 👍 tomasz oksana dev aiko priya
^ ✅ tadhg
`;
