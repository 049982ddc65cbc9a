export const kitchenTalk = `
# d29 12:05
sam: The plant next to the microwave has a name and a list of who waters it. The name is Bertil. The list is empty.
rania +3: I take even weeks.
camille +4: I am in Porto on odd weeks and in Lisbon on even ones, so that does not help Bertil.
wanjiru +2: Odd weeks.

# d24 15:55
mateja: There is cake on floor 2, walnut and honey, from my grandmother's list. It is not my birthday, I only had walnuts.
theo +2: On my way.
saskia +1: He ran. I saw him run.
mateja +25: It is gone. I will buy more walnuts.

# d18 11:50
elin: Lunch by the water today? Fifteen degrees and no wind, that will not come again.
luciana +2: Yes. The bench by the small crane.
eszter +4: I bring the blanket from the photo room.
theo +1: Bring it back, please, it is in half of the pictures.

# d13 10:44
omar: Whose is the large umbrella with the wooden handle? It has been in the corner since the storm, and I feel watched by it.
ines +12: Mine! I thought that I had left it on the train.
omar +1: It is a patient umbrella.

# d6 12:31
jonah: First week survivor here: which of the two fridges is for everybody?
xiaowen +3: The left one is for everybody, the right one is for everybody with a name on it.
jonah +1: That is very clear, thank you.

# d3 15:12
amara: Could the person who finishes the oat milk put a new one in? I don't mind who, I mind that it was me four times.
seun +4: Guilty of two of the four. There are three new ones now.
`;
