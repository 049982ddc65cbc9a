/** The replacements for a `{word}` in everyday talk. */
export const words: Record<string, readonly string[]> = {
  room: ["Heron", "Curlew", "Plover", "the Quay room", "Tern"],
  hour: ["13:30", "14:00", "14:15", "14:45", "15:00", "15:30", "16:00"],
  hour12: ["12:00", "12:15", "12:30", "a quarter to one", "one"],
  place: ["floor 2", "floor 3", "the stairs", "the high table", "the bench outside", "the windowsill on 3"],
  client: [
    ...["Marlowe", "Lighthouse", "Union Quay", "Estuary Foods", "Norr Line", "Anchor Print"],
    ...["Brightwater", "Osei", "Sable Harvest", "Pallet & Pine", "Moss & Mortar", "Saltmarsh"],
  ],
  topic: [
    ...["the money fields", "the freeze", "the rota", "the price sheet", "the winter timetable"],
    ...["the new fixtures", "the depot list", "the onboarding path", "the photo consent", "version 3"],
    ...["the quarter plan", "the labels", "the retry plan", "the guest list", "the risk board"],
    ...["the morning board", "the booking dialog", "the training days", "the site visit", "the export"],
  ],
  thing: [
    ...["the checklist for site visits", "the old floor plan", "the sheet with the depot sizes"],
    ...["the template for minutes", "the list of untidy clients", "the room calendar"],
    ...["the expenses form", "the recording of the last demo", "the map of the racks"],
    ...["the pictures from the yard", "the page on naming", "the contact at the port office"],
  ],
  thing2: [
    ...[
      "the big scissors",
      "the bread knife",
      "the second kettle",
      "my green cup",
      "the tray with the herons",
    ],
    ...["the bottle opener", "the salt", "the long lighter", "the lid of the blue box", "the tea strainer"],
    ...["the good pan", "a cork screw", "the dustpan", "my lunch box, red, two dents"],
  ],
  dish: [
    ...["grilled sardines", "chickpea stew", "fish soup", "rice with clams", "mushroom risotto", "dumplings"],
    ...["green soup", "roast peppers", "lentil curry", "cod with potatoes", "pumpkin soup", "falafel"],
    ...["noodles with peanut", "spinach pie", "bean stew", "tomato rice", "jollof rice", "onion tart"],
    ...["dal with flatbread", "stuffed aubergine", "pierogi", "feijoada", "tofu with ginger", "leek quiche"],
  ],
  cake: [
    ...["a lemon cake", "an apple cake with too much cinnamon", "a tray of custard tarts", "a carrot cake"],
    ...["a poppy seed cake", "a plum crumble", "an orange and almond cake", "banana bread", "cardamom buns"],
    ...["a cheesecake", "a honey cake of eight layers", "date squares", "a chocolate cake without flour"],
  ],
};
