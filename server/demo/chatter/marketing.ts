/** Everyday notes of the department, each said once. */
export const marketingChatter = `
# 9-13
seun: The page on depots is on place four now for "yard slot booking". It was on eleven.
noor +3: What did you do?
seun +1: I answered the question in the first line.

# 10-16
matteo: Of the last ten posts the one with the rusty bollard did best. I have no theory.
theo +2: I have one: it is a very good bollard.

# 11-16
saskia: Could everybody please take the logo from the shared folder and not from old slides? I found the one with the fish again.
lina +3: I miss the fish.
saskia +1: Nobody else does.

# 9-12
nanda: Weekly numbers are on the page. Two lines are worth a look: search goes up, and general posts go nowhere.
hanne +6: Then we do fewer general posts. Matteo, which would you miss?
matteo +4: Two of five.

# 14-17
eszter: The printer asks whether the invitation is 120 or 170 gram.
saskia +2: 170, please. It should feel like something.

# 10-15
lina: A trade paper wants 300 words on winter in depots, by {day+3}, no product names.
noor +4: I take it. No product names is my favourite kind.

# 9-16
theo: The small camera has sand in it. If somebody took it to the beach, I am not angry, I just want to know.
matteo +9: It was for work! Mostly.

# 13-17
hanne: One request for all texts: no "seamless", no "journey". Thank you.
lina +2: May I keep "robust"?
hanne +1: No.

# 10-16
noor: Newsletter test on nine mail programs: eight fine, one makes the button as wide as the world.
seun +5: Which one?
noor +1: The one that it always is.

# 9-15
seun: I would like to change the title of the pricing page from "Plans" to "What it costs". Any feelings?
hanne +4: Only good ones.
nanda +3: Can you leave a week between that and the next change, so that I see which one did it?
seun +1: Yes.

# 11-16
nanda: The form on the depot page asks nine questions, and people stop at the sixth. What is the sixth?
noor +3: How many employees.
nanda +1: Do we need it?
noor +2: No. It is gone.

# 14-17
eszter: Boat shed visit done. It smells of tar as promised, and there is one power socket for 60 people.
theo +3: I will bring my drums of cable.

# 10-13
matteo: I collected the questions that people ask us under posts. 40 % are "do you have a job for me".
lina +4: Then let us have the hiring page in the profile.

# 9-16
saskia: First sketch for the depot card: very little text, one number, one picture.
noor +6: I would keep even less text.
saskia +2: There are eleven words.
noor +1: I would keep eight.

# 13-16
lina: Please don't send pictures with client logos before I have a yes in writing. We nearly had one this morning.
matteo +3: That was me, sorry. I will ask first.
lina +1: All good, we caught it.

# 10-17
noor: Winter video, version 3: 58 seconds, no music for the first ten. One hears the gate.
hanne +5: The gate is the best actor in it.

# 9-12
seun: Somebody linked to our old tender page from a city site. I redirected it to the new one, so nothing is lost.
nanda +4: That is 30 visits a month which find something now.

# 11-15
eszter: Catering asks for numbers: 60 people, 9 without meat, 2 without gluten, 1 without coriander.
hanne +2: I am the coriander. Thank you for not asking.

# 14-17
theo: Portrait list for photo day is up. If your slot collides with a call, swap with somebody and tell me afterwards.
noor +4: I swapped with Saskia.
saskia +1: Confirmed, I look better in the morning anyway.

# 9-15
hanne: I read the answers of the twelve clients who told us why they stay. Nobody wrote "features". Most wrote a name.
lina +5: Whose?
hanne +1: Elin, four times. Yara, three times.

# 10-16
matteo: Is there a rule how we write the time? 9:30, 09:30 or half past nine?
lina +3: 09:30, and an en dash between two of them.
matteo +1: I love that there is an answer.

# 13-17
nanda: The budget sheet now shows planned and spent side by side. Print is far under plan, which is because the printer has not sent the invoice.
eszter +6: They will. They always do it on the last day.

# 9-13
saskia: The orange of the kit is a shade off on screens with night mode. Only a small thing, but I can't unsee it.
theo +2: Now I can't either.

# 10-15
lina: Press list is cleaned: from 410 addresses to 96 who have written about ships in the last two years.
hanne +4: I like small lists of people who care.
`;
