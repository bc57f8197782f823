<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<!--
One word for one thing; keep to it. Nobody is addressed: infinitives ("Ein Schiff anklicken"), no du, no Sie.
A ship is "sie", also where her kind is neuter: players speak of her by her name.

  piece             Teil                      ship              Schiff
  island            Insel                     home island       Heimatinsel
  wild island       wilde Insel               mat               Matte
  tag               Marke                     mat tag           Mattenmarke
  mast              Mast                      hull              Rumpf
  bow, stern        Bug, Heck                 port, starboard   Backbord, Steuerbord
  cannon            Kanone                    broadsides        Breitseite
  range             Reichweite                line of fire      Schusslinie
  clear, blocked    frei, versperrt           hidden, not seen  verdeckt, nicht gesehen
  to dock           anlegen                   to ram            rammen
  to pin            festhalten                to board          entern
  to tow            schleppen                 to explore        erkunden
  derelict          steuerlos                 wreck, wrecked    Wrack, zerschellt
  submerged         getaucht                  ghostly           geisterhaft
  lost (in fog)     verirrt                   abandoned         verlassen
  terrain           Gelände                   fog bank          Nebelbank
  reef              Riff                      whirlpool         Strudel
  Sargasso Sea      Sargassosee               iceberg           Eisberg
  trade current     Handelsströmung           sea creature      Seeungeheuer
  crew, captain     Mannschaft, Kapitän       holds             Laderäume
  fleet             Flotte                    flotilla          Flottille
  turn              Zug                       move, base move   Bewegung, Grundbewegung
  d6                W6                        ruler             Lineal
  ruling, call      Urteil                    to overrule       anders entscheiden
  too close         zu knapp                  plus-minus        Unsicherheit
  reading           Lesart                    rulebook          Regelheft
  house rule        Hausregel                 edition           Ausgabe
  ledger            Spielstand                ghost             Geist
  match             Partie                    record            Aufzeichnung
  moment, mark      Moment, Merkzeichen       picture           Bild
  calibration board Tafel, Kalibriertafel     view (of it)      Aufnahme
  to survey         vermessen                 to fit out        einmessen
  jig               Einmessblatt              stop              Anschlag
  kit               Vorlagen                  table file        Tischdatei
  judge, referee    Schiedsrichter            spectators        Zuschauer
  lens              Objektiv                  light             Licht
-->
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>tableassist</name>
    <message>
        <source>may shoot at</source>
        <translation>darf schießen auf</translation>
    </message>
    <message>
        <source>is in range of</source>
        <translation>ist in Reichweite von</translation>
    </message>
    <message>
        <source>touches, docks at or rams</source>
        <translation>berührt, liegt an oder rammt</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Cover again</source>
        <translation>Wieder verdecken</translation>
    </message>
    <message>
        <source>Which ship</source>
        <translation>Welches Schiff</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Which other piece</source>
        <translation>Welches andere Teil</translation>
    </message>
    <message>
        <source>Nothing to rule between these two now.</source>
        <translation>Zwischen diesen beiden ist jetzt nichts zu entscheiden.</translation>
    </message>
    <message>
        <source>{count} answers below</source>
        <translation>{count} Antworten unten</translation>
    </message>
    <message>
        <source>Assign a tag to a piece</source>
        <translation>Einem Teil eine Marke zuordnen</translation>
    </message>
    <message>
        <source>as the model suggests</source>
        <translation>wie vom Modell vorgeschlagen</translation>
    </message>
    <message>
        <source>Assign</source>
        <translation>Zuordnen</translation>
    </message>
    <message>
        <source>Mount</source>
        <translation>Anbringung</translation>
    </message>
    <message>
        <source>Mast, 1 foremost</source>
        <translation>Mast, 1 ganz vorn</translation>
    </message>
    <message>
        <source>{tag}: {side} mm wide</source>
        <translation>{tag}: {side} mm breit</translation>
    </message>
    <message>
        <source>{far} mm from {name}</source>
        <translation>{far} mm von {name}</translation>
    </message>
    <message>
        <source>Choose the tag and the piece that carries it. If the piece is also seen by another of its tags, the new tag's place is measured from the picture.</source>
        <translation>Marke wählen und das Teil, das sie trägt. Wird das Teil auch an einer anderen seiner Marken erkannt, so wird der Platz der neuen Marke im Bild gemessen.</translation>
    </message>
    <message>
        <source>No unknown tag is in view.</source>
        <translation>Keine unbekannte Marke ist im Bild.</translation>
    </message>
    <message>
        <source>Unknown tags in view</source>
        <translation>Unbekannte Marken im Bild</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>(not seen)</source>
        <translation>(nicht gesehen)</translation>
    </message>
    <message>
        <source>This table has no file of its own, so nothing can be written into it.</source>
        <translation>Dieser Tisch hat keine eigene Datei, also kann nichts hineingeschrieben werden.</translation>
    </message>
    <message>
        <source>The mat is not seen: nothing can be measured.</source>
        <translation>Die Matte ist nicht zu sehen: Es kann nichts gemessen werden.</translation>
    </message>
    <message>
        <source>tag {tag} is on {name}</source>
        <translation>Marke {tag} gehört zu {name}</translation>
    </message>
    <message>
        <source>There is no picture yet.</source>
        <translation>Es gibt noch kein Bild.</translation>
    </message>
    <message>
        <source>There is no such file or folder.</source>
        <translation>Diese Datei oder diesen Ordner gibt es nicht.</translation>
    </message>
    <message>
        <source>Cameras and other pictures</source>
        <translation>Kameras und andere Bilder</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>What the camera sees</source>
        <translation>Was die Kamera sieht</translation>
    </message>
    <message>
        <source>Looking for cameras…</source>
        <translation>Kameras werden gesucht …</translation>
    </message>
    <message>
        <source>A video or a picture of the table</source>
        <translation>Ein Video oder ein Bild des Tisches</translation>
    </message>
    <message>
        <source>This is no address of a stream. It begins with http:// or rtsp://.</source>
        <translation>Das ist keine Adresse eines Streams. Sie beginnt mit http:// oder rtsp://.</translation>
    </message>
    <message>
        <source>Choose a camera</source>
        <translation>Kamera wählen</translation>
    </message>
    <message>
        <source>No camera is plugged in. Plug one in and it appears here by itself. Or try the demo, which needs none.</source>
        <translation>Keine Kamera ist angesteckt. Sobald eine angesteckt wird, erscheint sie hier von selbst. Die Demo braucht keine.</translation>
    </message>
    <message>
        <source>A camera on the network…</source>
        <translation>Eine Kamera im Netzwerk …</translation>
    </message>
    <message>
        <source>A video, a picture or a folder…</source>
        <translation>Ein Video, ein Bild oder ein Ordner …</translation>
    </message>
    <message>
        <source>The demo: a game that plays itself</source>
        <translation>Die Demo: eine Partie, die sich selbst spielt</translation>
    </message>
    <message>
        <source>http://… or rtsp://…, as the camera's app shows it</source>
        <translation>http://… oder rtsp://…, wie die App der Kamera es zeigt</translation>
    </message>
    <message>
        <source>Address of the network camera</source>
        <translation>Adresse der Netzwerkkamera</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet …</translation>
    </message>
    <message>
        <source>Where the file is</source>
        <translation>Wo die Datei liegt</translation>
    </message>
    <message>
        <source>Video, picture or folder</source>
        <translation>Video, Bild oder Ordner</translation>
    </message>
    <message>
        <source>{width} × {height} pixels</source>
        <translation>{width} × {height} Pixel</translation>
    </message>
    <message>
        <source>{name} (unplugged)</source>
        <translation>{name} (abgesteckt)</translation>
    </message>
    <message>
        <source>nothing has moved</source>
        <translation>nichts hat sich bewegt</translation>
    </message>
    <message>
        <source>One more S segment in every move of the ship that carries this card.</source>
        <translation>Ein Abschnitt S mehr in jeder Bewegung des Schiffs mit dieser Karte.</translation>
    </message>
    <message>
        <source>One more S segment while her holds are empty; none as soon as she loads.</source>
        <translation>Ein Abschnitt S mehr, solange ihre Laderäume leer sind; keiner, sobald sie lädt.</translation>
    </message>
    <message>
        <source>One more L segment while all her masts stand.</source>
        <translation>Ein Abschnitt L mehr, solange alle ihre Masten stehen.</translation>
    </message>
    <message>
        <source>One more L segment while a captain is aboard.</source>
        <translation>Ein Abschnitt L mehr, solange ein Kapitän an Bord ist.</translation>
    </message>
    <message>
        <source>Her whole move is a single S while her holds are full.</source>
        <translation>Ihre ganze Bewegung ist ein einziges S, solange ihre Laderäume voll sind.</translation>
    </message>
    <message>
        <source>Without a mast she still moves S, so being derelict does not fix her in place.</source>
        <translation>Ohne Mast bewegt sie sich noch S; steuerlos zu sein hält sie also nicht fest.</translation>
    </message>
    <message>
        <source>She may move and then shoot in one action: ranges and lines are measured from where the move ended, before any free turn on the stern.</source>
        <translation>Sie darf sich in einer Aktion bewegen und dann schießen: Reichweiten und Linien zählen ab dem Ende der Bewegung, vor jeder freien Drehung auf dem Heck.</translation>
    </message>
    <message>
        <source>Every cannon reaches L, also those printed S.</source>
        <translation>Jede Kanone reicht L weit, auch die mit S bedruckten.</translation>
    </message>
    <message>
        <source>Every cannon reaches twice its printed range: S+S or L+L.</source>
        <translation>Jede Kanone reicht doppelt so weit wie gedruckt: S+S oder L+L.</translation>
    </message>
    <message>
        <source>Cannons may shoot at up to twice their printed range; beyond the printed range only a 6 hits.</source>
        <translation>Kanonen dürfen bis zur doppelten gedruckten Reichweite schießen; jenseits der gedruckten trifft nur eine 6.</translation>
    </message>
    <message>
        <source>Other ships do not stop her lines of fire. Islands, fog and her own sails still do.</source>
        <translation>Andere Schiffe versperren ihre Schusslinien nicht. Inseln, Nebel und ihre eigenen Segel schon.</translation>
    </message>
    <message>
        <source>Cannons of L range cannot hit her, however near they are; cannons of S range can.</source>
        <translation>Kanonen mit Reichweite L können sie nicht treffen, so nah sie auch sind; solche mit Reichweite S schon.</translation>
    </message>
    <message>
        <source>Cannons of forts cannot hit her.</source>
        <translation>Kanonen von Forts können sie nicht treffen.</translation>
    </message>
    <message>
        <source>Ships within S of her may not shoot at her: a least distance beside the greatest one.</source>
        <translation>Schiffe innerhalb S dürfen nicht auf sie schießen: ein kleinster Abstand neben dem größten.</translation>
    </message>
    <message>
        <source>While she is docked, at any island, nobody may shoot at her.</source>
        <translation>Solange sie an einer Insel angelegt hat, darf niemand auf sie schießen.</translation>
    </message>
    <message>
        <source>She may shoot at a submerged piece that is within S; for others a submerged piece is no target.</source>
        <translation>Sie darf auf ein getauchtes Teil innerhalb S schießen; für andere ist ein getauchtes Teil kein Ziel.</translation>
    </message>
    <message>
        <source>A cannon that missed may roll again. Nothing is measured anew: same cannon, same target, same line.</source>
        <translation>Eine Kanone, die verfehlt hat, darf noch einmal würfeln. Nichts wird neu gemessen: dieselbe Kanone, dasselbe Ziel, dieselbe Linie.</translation>
    </message>
    <message>
        <source>One more shot of rank 3 and S range, from any mast's place, also where the mast is gone. Nothing lengthens its range.</source>
        <translation>Ein Schuss mehr mit Rang 3 und Reichweite S, vom Platz eines beliebigen Masts, auch wo der Mast fehlt. Nichts verlängert seine Reichweite.</translation>
    </message>
    <message>
        <source>A special shot (firepot, chainshot, stinkpot ...) at a target within S.</source>
        <translation>Ein besonderer Schuss (Feuertopf, Kettenkugel, Stinktopf …) auf ein Ziel innerhalb S.</translation>
    </message>
    <message>
        <source>She may dock at an opponent's home island, where others may not.</source>
        <translation>Sie darf an der Heimatinsel eines Gegners anlegen, wo andere es nicht dürfen.</translation>
    </message>
    <message>
        <source>She may explore an island in the same action that docks her: contact at the move's end is enough.</source>
        <translation>Sie darf eine Insel in derselben Aktion erkunden, in der sie anlegt: Kontakt am Ende der Bewegung genügt.</translation>
    </message>
    <message>
        <source>She may choose an island within S without touching it; what happens there is on the card.</source>
        <translation>Sie darf eine Insel innerhalb S wählen, ohne sie zu berühren; was dort geschieht, steht auf der Karte.</translation>
    </message>
    <message>
        <source>She moves on freely when a bow touches her: contact does not pin her.</source>
        <translation>Sie fährt frei weiter, wenn ein Bug sie berührt: Kontakt hält sie nicht fest.</translation>
    </message>
    <message>
        <source>A ram takes no mast from her. The contact counts as usual otherwise.</source>
        <translation>Ein Rammen nimmt ihr keinen Mast. Der Kontakt zählt sonst wie üblich.</translation>
    </message>
    <message>
        <source>She may board a ship up to S away instead of one she touches.</source>
        <translation>Sie darf ein Schiff entern, das bis zu S entfernt ist, statt eines, das sie berührt.</translation>
    </message>
    <message>
        <source>One more on her boarding roll. Nothing that is measured changes.</source>
        <translation>Eins mehr auf ihren Enterwurf. Nichts, was gemessen wird, ändert sich.</translation>
    </message>
    <message>
        <source>Touching terrain does nothing to her; she moves as on open sea.</source>
        <translation>Gelände zu berühren tut ihr nichts; sie bewegt sich wie auf offener See.</translation>
    </message>
    <message>
        <source>She may lay a fog bank whose centre is within S of her; from then on it stops lines of fire.</source>
        <translation>Sie darf eine Nebelbank legen, deren Mitte innerhalb S von ihr ist; von da an versperrt sie Schusslinien.</translation>
    </message>
    <message>
        <source>She may repair at sea: contact with home or a fort is not needed.</source>
        <translation>Sie darf auf See reparieren: Kontakt mit der Heimat oder einem Fort ist nicht nötig.</translation>
    </message>
    <message>
        <source>She may cancel one ability of a ship within S, so an effect listed there may be off for the turn.</source>
        <translation>Sie darf eine Fähigkeit eines Schiffs innerhalb S aufheben; eine dort genannte Wirkung kann also für den Zug aus sein.</translation>
    </message>
    <message>
        <source>Pirate</source>
        <translation>Piraten</translation>
    </message>
    <message>
        <source>English</source>
        <translation>England</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>Spanien</translation>
    </message>
    <message>
        <source>French</source>
        <translation>Frankreich</translation>
    </message>
    <message>
        <source>American</source>
        <translation>Amerika</translation>
    </message>
    <message>
        <source>Cursed</source>
        <translation>Verfluchte</translation>
    </message>
    <message>
        <source>Barbary Corsair</source>
        <translation>Barbareskenkorsaren</translation>
    </message>
    <message>
        <source>Jade Rebellion</source>
        <translation>Jaderebellion</translation>
    </message>
    <message>
        <source>Viking</source>
        <translation>Wikinger</translation>
    </message>
    <message>
        <source>Mercenary</source>
        <translation>Söldner</translation>
    </message>
    <message>
        <source>Whitebeard's Raiders</source>
        <translation>Weißbarts Plünderer</translation>
    </message>
    <message>
        <source>{Who} touches</source>
        <translation>{Who} hat Kontakt</translation>
    </message>
    <message>
        <source>{Who} may or may not touch</source>
        <translation>{Who} hat vielleicht Kontakt</translation>
    </message>
    <message>
        <source>{Who} touches {What}</source>
        <translation>{Who} berührt {What}</translation>
    </message>
    <message>
        <source>{Who} does not touch {What}</source>
        <translation>{Who} berührt {What} nicht</translation>
    </message>
    <message>
        <source>{Who} may or may not touch {What}</source>
        <translation>{Who} berührt {What} vielleicht</translation>
    </message>
    <message>
        <source>she</source>
        <translation>sie</translation>
    </message>
    <message>
        <source>it</source>
        <translation>er</translation>
    </message>
    <message>
        <source>her bow</source>
        <translation>ihr Bug</translation>
    </message>
    <message>
        <source>her hull</source>
        <translation>ihr Rumpf</translation>
    </message>
    <message>
        <source>her stern</source>
        <translation>ihr Heck</translation>
    </message>
    <message>
        <source>its base</source>
        <translation>der Sockel</translation>
    </message>
    <message>
        <source>{name}'s bow</source>
        <translation>der Bug von {name}</translation>
    </message>
    <message>
        <source>her</source>
        <translation>das andere Schiff</translation>
    </message>
    <message>
        <source>the enemy's hull</source>
        <translation>den gegnerischen Rumpf</translation>
    </message>
    <message>
        <source>the enemy's hull abaft her bow</source>
        <translation>den gegnerischen Rumpf hinter dem Bug</translation>
    </message>
    <message>
        <source>the fort</source>
        <translation>das Fort</translation>
    </message>
    <message>
        <source>the shore</source>
        <translation>das Ufer</translation>
    </message>
    <message>
        <source>the shore of her home island</source>
        <translation>das Ufer ihrer Heimatinsel</translation>
    </message>
    <message>
        <source>the home island {name}</source>
        <translation>die Heimatinsel {name}</translation>
    </message>
    <message>
        <source>an island</source>
        <translation>eine Insel</translation>
    </message>
    <message>
        <source>the derelict's bow</source>
        <translation>den Bug des steuerlosen Schiffs</translation>
    </message>
    <message>
        <source>the flotilla's bow</source>
        <translation>den Bug der Flottille</translation>
    </message>
    <message>
        <source>the flotilla's side</source>
        <translation>die Seite der Flottille</translation>
    </message>
    <message>
        <source>the edge of {name}</source>
        <translation>den Rand von {name}</translation>
    </message>
    <message>
        <source>the {number} of {name}</source>
        <translation>die {number} von {name}</translation>
    </message>
    <message>
        <source>she is lost</source>
        <translation>sie ist verirrt</translation>
    </message>
    <message>
        <source>she is a wreck</source>
        <translation>sie ist ein Wrack</translation>
    </message>
    <message>
        <source>she is submerged</source>
        <translation>sie ist getaucht</translation>
    </message>
    <message>
        <source>{name} is ghostly</source>
        <translation>{name} ist geisterhaft</translation>
    </message>
    <message>
        <source>{name} is submerged</source>
        <translation>{name} ist getaucht</translation>
    </message>
    <message>
        <source>{name} is lost</source>
        <translation>{name} ist verirrt</translation>
    </message>
    <message>
        <source>a ghostly ship may not dock</source>
        <translation>ein geisterhaftes Schiff darf nicht anlegen</translation>
    </message>
    <message>
        <source>a mercenary never docks at her own home island</source>
        <translation>ein Söldner legt nie an der eigenen Heimatinsel an</translation>
    </message>
    <message>
        <source>an ex-patriot never docks at her own home island</source>
        <translation>ein Überläufer legt nie an der eigenen Heimatinsel an</translation>
    </message>
    <message>
        <source>it is the home island of {player}: no docking at an opponent's home</source>
        <translation>es ist die Heimatinsel von {player}: kein Anlegen an der Heimat eines Gegners</translation>
    </message>
    <message>
        <source>it belongs to {player}: no docking at an enemy fort</source>
        <translation>es gehört {player}: kein Anlegen an einem gegnerischen Fort</translation>
    </message>
    <message>
        <source>the fort of {player} stands on it: no docking at an enemy fort</source>
        <translation>das Fort von {player} steht darauf: kein Anlegen an einem gegnerischen Fort</translation>
    </message>
    <message>
        <source>the home island of {player}, where her ability lets her dock</source>
        <translation>die Heimatinsel von {player}, wo ihre Fähigkeit sie anlegen lässt</translation>
    </message>
    <message>
        <source>she may explore in the same action</source>
        <translation>sie darf in derselben Aktion erkunden</translation>
    </message>
    <message>
        <source>she may explore with an explore action</source>
        <translation>sie darf mit einer Erkundungsaktion erkunden</translation>
    </message>
    <message>
        <source>she may explore with an explore action when she begins a turn there</source>
        <translation>sie darf mit einer Erkundungsaktion erkunden, wenn sie dort einen Zug beginnt</translation>
    </message>
    <message>
        <source>a ship docks with her bow</source>
        <translation>ein Schiff legt mit dem Bug an</translation>
    </message>
    <message>
        <source>a ship docks with any part</source>
        <translation>ein Schiff legt mit jedem Teil an</translation>
    </message>
    <message>
        <source>bow on bow is no ram</source>
        <translation>Bug an Bug ist kein Rammen</translation>
    </message>
    <message>
        <source>she has no mast left</source>
        <translation>sie hat keinen Mast mehr</translation>
    </message>
    <message>
        <source>the ram that pinned her; no new one while she is pinned</source>
        <translation>das Rammen, das sie festhält; kein neues, solange sie festgehalten wird</translation>
    </message>
    <message>
        <source>she rams when her move ends here</source>
        <translation>sie rammt, wenn ihre Bewegung hier endet</translation>
    </message>
    <message>
        <source>she may ram when her move ends here</source>
        <translation>sie darf rammen, wenn ihre Bewegung hier endet</translation>
    </message>
    <message>
        <source>no roll for a mast</source>
        <translation>kein Wurf um einen Mast</translation>
    </message>
    <message>
        <source>then she is put S away</source>
        <translation>dann wird sie S weit weggesetzt</translation>
    </message>
    <message>
        <source>a galley takes no mast</source>
        <translation>eine Galeere nimmt keinen Mast</translation>
    </message>
    <message>
        <source>a ram takes no mast from {name}</source>
        <translation>ein Rammen nimmt {name} keinen Mast</translation>
    </message>
    <message>
        <source>{name} has no mast to lose</source>
        <translation>{name} hat keinen Mast zu verlieren</translation>
    </message>
    <message>
        <source>no roll beats the {count} masts of {name}</source>
        <translation>kein Wurf übertrifft die {count} Masten von {name}</translation>
    </message>
    <message>
        <source>a d6 above {count} takes one mast of {name}, her player's choice</source>
        <translation>ein W6 über {count} nimmt {name} einen Mast, nach Wahl ihres Spielers</translation>
    </message>
    <message>
        <source>pinned until {name} moves away or has no mast left</source>
        <translation>festgehalten, bis {name} wegfährt oder keinen Mast mehr hat</translation>
    </message>
    <message>
        <source>pinned until {name} moves away or is derelict</source>
        <translation>festgehalten, bis {name} wegfährt oder steuerlos ist</translation>
    </message>
    <message>
        <source>pinned by her ram until {name} moves away or has no mast left</source>
        <translation>durch ihr Rammen festgehalten, bis {name} wegfährt oder keinen Mast mehr hat</translation>
    </message>
    <message>
        <source>her ability says that she cannot be pinned</source>
        <translation>ihre Fähigkeit sagt, dass sie nicht festgehalten werden kann</translation>
    </message>
    <message>
        <source>a galley that rams is not pinned</source>
        <translation>eine Galeere, die rammt, wird nicht festgehalten</translation>
    </message>
    <message>
        <source>a longship cannot be pinned</source>
        <translation>ein Langschiff kann nicht festgehalten werden</translation>
    </message>
    <message>
        <source>a submarine cannot be pinned</source>
        <translation>ein U-Boot kann nicht festgehalten werden</translation>
    </message>
    <message>
        <source>a longship pins nobody</source>
        <translation>ein Langschiff hält niemanden fest</translation>
    </message>
    <message>
        <source>a submarine pins nobody</source>
        <translation>ein U-Boot hält niemanden fest</translation>
    </message>
    <message>
        <source>{name} has no mast left to hold her</source>
        <translation>{name} hat keinen Mast mehr, um sie festzuhalten</translation>
    </message>
    <message>
        <source>{name} is derelict</source>
        <translation>{name} ist steuerlos</translation>
    </message>
    <message>
        <source>without a mast she has rammed nobody</source>
        <translation>ohne Mast hat sie niemanden gerammt</translation>
    </message>
    <message>
        <source>{name} moved there and rammed</source>
        <translation>{name} ist hingefahren und hat gerammt</translation>
    </message>
    <message>
        <source>bow on bow: only the one that moved there is pinned</source>
        <translation>Bug an Bug: nur wer hingefahren ist, wird festgehalten</translation>
    </message>
    <message>
        <source>{name} rammed her, and only the rammer is pinned</source>
        <translation>{name} hat sie gerammt, und nur wer rammt, wird festgehalten</translation>
    </message>
    <message>
        <source>perhaps {name} rammed her</source>
        <translation>vielleicht hat {name} sie gerammt</translation>
    </message>
    <message>
        <source>no ram to follow: {REASON}</source>
        <translation>kein Rammen, dem es folgt: {REASON}</translation>
    </message>
    <message>
        <source>one party after the ram, a d6 plus masts: {one} against {other} masts</source>
        <translation>ein Entern nach dem Rammen, W6 plus Masten: {one} gegen {other} Masten</translation>
    </message>
    <message>
        <source>{name} is within S, edge to edge</source>
        <translation>{name} ist innerhalb S, von Rand zu Rand</translation>
    </message>
    <message>
        <source>{name} is not within S, edge to edge</source>
        <translation>{name} ist nicht innerhalb S, von Rand zu Rand</translation>
    </message>
    <message>
        <source>{name} is at the edge of S, edge to edge</source>
        <translation>{name} ist am Rand von S, von Rand zu Rand</translation>
    </message>
    <message>
        <source>a panel of {name} is left</source>
        <translation>eine Panzerplatte von {name} ist übrig</translation>
    </message>
    <message>
        <source>all panels of {name} are gone</source>
        <translation>alle Panzerplatten von {name} sind weg</translation>
    </message>
    <message>
        <source>{REASON}; but nobody boards {name} while a panel is left</source>
        <translation>{REASON}; aber niemand entert {name}, solange eine Panzerplatte übrig ist</translation>
    </message>
    <message>
        <source>she may explore the wreck</source>
        <translation>sie darf das Wrack erkunden</translation>
    </message>
    <message>
        <source>this edition has no wrecks</source>
        <translation>in dieser Ausgabe gibt es keine Wracks</translation>
    </message>
    <message>
        <source>she may explore {name}, of her own fleet</source>
        <translation>sie darf {name} erkunden, aus ihrer eigenen Flotte</translation>
    </message>
    <message>
        <source>she may explore {name}, a derelict</source>
        <translation>sie darf {name} erkunden, ein steuerloses Schiff</translation>
    </message>
    <message>
        <source>{name} is neither of her fleet nor derelict</source>
        <translation>{name} ist weder aus ihrer Flotte noch steuerlos</translation>
    </message>
    <message>
        <source>after her move she may tow {name}, bow to her stern; her base move becomes S ({mm} mm)</source>
        <translation>nach ihrer Bewegung darf sie {name} schleppen, Bug an ihrem Heck; ihre Grundbewegung wird S ({mm} mm)</translation>
    </message>
    <message>
        <source>nobody is towed out of a Sargasso Sea: she must repair first</source>
        <translation>niemand wird aus einer Sargassosee geschleppt: sie muss erst reparieren</translation>
    </message>
    <message>
        <source>{REASON}, who may lie in a Sargasso Sea</source>
        <translation>{REASON}, das vielleicht in einer Sargassosee liegt</translation>
    </message>
    <message>
        <source>{name} is not derelict</source>
        <translation>{name} ist nicht steuerlos</translation>
    </message>
    <message>
        <source>a derelict tows nobody</source>
        <translation>ein steuerloses Schiff schleppt niemanden</translation>
    </message>
    <message>
        <source>a submarine is never towed</source>
        <translation>ein U-Boot wird nie geschleppt</translation>
    </message>
    <message>
        <source>a wreck stays on its reef</source>
        <translation>ein Wrack bleibt auf seinem Riff</translation>
    </message>
    <message>
        <source>a flotilla is taken in tow by her bow</source>
        <translation>eine Flottille wird am Bug in Schlepp genommen</translation>
    </message>
    <message>
        <source>by any side</source>
        <translation>an jeder Seite</translation>
    </message>
    <message>
        <source>1 cannon clear</source>
        <translation>1 Kanone frei</translation>
    </message>
    <message>
        <source>{count} cannons clear</source>
        <translation>{count} Kanonen frei</translation>
    </message>
    <message>
        <source>1 cannon too close to call</source>
        <translation>1 Kanone zu knapp</translation>
    </message>
    <message>
        <source>{count} cannons too close to call</source>
        <translation>{count} Kanonen zu knapp</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>versperrt</translation>
    </message>
    <message>
        <source>may not shoot</source>
        <translation>darf nicht schießen</translation>
    </message>
    <message>
        <source>out of range</source>
        <translation>außer Reichweite</translation>
    </message>
    <message>
        <source>{name} (hidden {seconds} s)</source>
        <translation>{name} (seit {seconds} s verdeckt)</translation>
    </message>
    <message>
        <source>{name} (in doubt)</source>
        <translation>{name} (fraglich)</translation>
    </message>
    <message>
        <source>docked</source>
        <translation>angelegt</translation>
    </message>
    <message>
        <source>rams</source>
        <translation>rammt</translation>
    </message>
    <message>
        <source>pins</source>
        <translation>hält fest</translation>
    </message>
    <message>
        <source>may board</source>
        <translation>darf entern</translation>
    </message>
    <message>
        <source>may tow</source>
        <translation>darf schleppen</translation>
    </message>
    <message>
        <source>may explore</source>
        <translation>darf erkunden</translation>
    </message>
    <message>
        <source>in terrain</source>
        <translation>im Gelände</translation>
    </message>
    <message>
        <source>touching</source>
        <translation>berührt</translation>
    </message>
    <message>
        <source>{WORDS}? too close to call</source>
        <translation>{WORDS}? Zu knapp</translation>
    </message>
    <message>
        <source>{WORDS} Nothing is judged until it is back.</source>
        <translation>{WORDS} Bis dahin wird nichts beurteilt.</translation>
    </message>
    <message>
        <source>{source}: no picture for a second.</source>
        <translation>{source}: seit einer Sekunde kein Bild.</translation>
    </message>
    <message>
        <source>{source}: no pictures any more. It is being opened again; is its cable loose?</source>
        <translation>{source}: keine Bilder mehr. Wird wieder geöffnet; ist das Kabel locker?</translation>
    </message>
    <message>
        <source>{source}: does not answer. It is tried again; is another program using it?</source>
        <translation>{source}: antwortet nicht. Wird noch einmal versucht; benutzt sie ein anderes Programm?</translation>
    </message>
    <message>
        <source>{Trouble}. It is opened again as soon as it is back.</source>
        <translation>{Trouble}. Wird wieder geöffnet, sobald die Quelle wieder da ist.</translation>
    </message>
    <message>
        <source>{source}: sends the same picture again and again, so it is not judged. Is the camera unplugged or hung?</source>
        <translation>{source}: sendet immer wieder dasselbe Bild, also wird nicht geurteilt. Ist die Kamera abgesteckt oder hängt sie?</translation>
    </message>
    <message>
        <source>{source}: the picture is black. Is the lens covered, or the light off?</source>
        <translation>{source}: das Bild ist schwarz. Ist das Objektiv verdeckt oder das Licht aus?</translation>
    </message>
    <message>
        <source>{source}: the same picture for seconds. It is being opened again.</source>
        <translation>{source}: seit Sekunden dasselbe Bild. Wird wieder geöffnet.</translation>
    </message>
    <message>
        <source>{source}: a black picture for seconds. It is being opened again.</source>
        <translation>{source}: seit Sekunden ein schwarzes Bild. Wird wieder geöffnet.</translation>
    </message>
    <message>
        <source>{source}: reading its pictures crashed ({Crash}). It is started again, nothing else is touched.</source>
        <translation>{source}: das Lesen der Bilder ist abgestürzt ({Crash}). Es wird neu gestartet, sonst ist nichts betroffen.</translation>
    </message>
    <message>
        <source>{source}: {Trouble}. It is started again.</source>
        <translation>{source}: {Trouble}. Es wird neu gestartet.</translation>
    </message>
    <message>
        <source>{source}: reading it crashes again and again ({Crash}), given up</source>
        <translation>{source}: das Lesen stürzt immer wieder ab ({Crash}), aufgegeben</translation>
    </message>
    <message>
        <source>it hangs</source>
        <translation>es hängt</translation>
    </message>
    <message>
        <source>exit code {number}</source>
        <translation>Exit-Code {number}</translation>
    </message>
    <message>
        <source>signal {number}</source>
        <translation>Signal {number}</translation>
    </message>
    <message>
        <source>no process can be started ({problem})</source>
        <translation>kein Prozess kann gestartet werden ({problem})</translation>
    </message>
    <message>
        <source>what reads its pictures talks nonsense</source>
        <translation>was die Bilder liest, redet Unsinn</translation>
    </message>
    <message>
        <source>{source}: no answer within {seconds} s; is another program using it?</source>
        <translation>{source}: keine Antwort binnen {seconds} s; benutzt sie ein anderes Programm?</translation>
    </message>
    <message>
        <source>{source}: closed</source>
        <translation>{source}: geschlossen</translation>
    </message>
    <message>
        <source>{source}: the end</source>
        <translation>{source}: zu Ende</translation>
    </message>
    <message>
        <source>{source}: the camera gives no pictures; is it unplugged, or in use by another program?</source>
        <translation>{source}: die Kamera gibt keine Bilder; ist sie abgesteckt oder benutzt sie ein anderes Programm?</translation>
    </message>
    <message>
        <source>{source}: cannot be opened; is it plugged in, and free? {FOUND}</source>
        <translation>{source}: lässt sich nicht öffnen; ist sie angesteckt und frei? {FOUND}</translation>
    </message>
    <message>
        <source>{source}: {count} cameras have that in their name ({names}); give a longer part of the name, or the number</source>
        <translation>{source}: {count} Kameras haben das im Namen ({names}); einen längeren Teil des Namens angeben oder die Nummer</translation>
    </message>
    <message>
        <source>{source}: no camera has that in its name; {FOUND}</source>
        <translation>{source}: keine Kamera hat das im Namen; {FOUND}</translation>
    </message>
    <message>
        <source>{source}: is not back in its socket, and {count} cameras have its name; plug it in where it was</source>
        <translation>{source}: steckt nicht wieder an ihrem Platz, und {count} Kameras heißen so; dort anstecken, wo sie war</translation>
    </message>
    <message>
        <source>{source}: is not plugged in; {FOUND}</source>
        <translation>{source}: ist nicht angesteckt; {FOUND}</translation>
    </message>
    <message>
        <source>cameras found: none</source>
        <translation>gefundene Kameras: keine</translation>
    </message>
    <message>
        <source>cameras found: {names}</source>
        <translation>gefundene Kameras: {names}</translation>
    </message>
    <message>
        <source>{source}: no answer within {seconds} s</source>
        <translation>{source}: keine Antwort binnen {seconds} s</translation>
    </message>
    <message>
        <source>{source}: cannot be reached ({problem})</source>
        <translation>{source}: nicht erreichbar ({problem})</translation>
    </message>
    <message>
        <source>{source}: the server sends on from address to address, expected a stream</source>
        <translation>{source}: der Server schickt von Adresse zu Adresse, erwartet wird ein Stream</translation>
    </message>
    <message>
        <source>{source}: the server answered {problem}, expected 200</source>
        <translation>{source}: der Server antwortete {problem}, erwartet wird 200</translation>
    </message>
    <message>
        <source>{source}: the server answered {problem}, expected 200; give the password as http://USER:PASSWORD@HOST/PATH</source>
        <translation>{source}: der Server antwortete {problem}, erwartet wird 200; das Passwort so angeben: http://USER:PASSWORD@HOST/PATH</translation>
    </message>
    <message>
        <source>{source}: sends on to {address}, expected http or https</source>
        <translation>{source}: schickt weiter zu {address}, erwartet wird http oder https</translation>
    </message>
    <message>
        <source>{source}: the stream broke off ({problem})</source>
        <translation>{source}: der Stream ist abgerissen ({problem})</translation>
    </message>
    <message>
        <source>{source}: the stream broke off in the middle of a picture</source>
        <translation>{source}: der Stream ist mitten in einem Bild abgerissen</translation>
    </message>
    <message>
        <source>{source}: the stream ended without a picture, expected JPEG pictures</source>
        <translation>{source}: der Stream endete ohne Bild, erwartet werden JPEG-Bilder</translation>
    </message>
    <message>
        <source>{source}: the stream ended</source>
        <translation>{source}: der Stream ist zu Ende</translation>
    </message>
    <message>
        <source>{source}: no whole picture came within {seconds} s</source>
        <translation>{source}: binnen {seconds} s kam kein ganzes Bild</translation>
    </message>
    <message>
        <source>{source}: no picture came within {seconds} s</source>
        <translation>{source}: binnen {seconds} s kam kein Bild</translation>
    </message>
    <message>
        <source>{source}: got {problem}, expected an MJPEG stream (multipart/x-mixed-replace); its address often ends in /video, /mjpeg or /stream</source>
        <translation>{source}: geliefert wird {problem}, erwartet wird ein MJPEG-Stream (multipart/x-mixed-replace); seine Adresse endet oft auf /video, /mjpeg oder /stream</translation>
    </message>
    <message>
        <source>{source}: the stream holds no video</source>
        <translation>{source}: der Stream enthält kein Video</translation>
    </message>
    <message>
        <source>{source}: cannot be opened ({problem})</source>
        <translation>{source}: lässt sich nicht öffnen ({problem})</translation>
    </message>
    <message>
        <source>{source}: sends {width} x {height} pixels, expected at most {most} megapixels</source>
        <translation>{source}: sendet {width} x {height} Pixel, erwartet werden höchstens {most} Megapixel</translation>
    </message>
    <message>
        <source>{source}: claims {width} x {height} pixels, expected at most {most} megapixels</source>
        <translation>{source}: gibt {width} x {height} Pixel an, erwartet werden höchstens {most} Megapixel</translation>
    </message>
    <message>
        <source>{source}: claims {width} x {height} pixels, expected at least one</source>
        <translation>{source}: gibt {width} x {height} Pixel an, erwartet wird mindestens eines</translation>
    </message>
    <message>
        <source>a picture of more than {count} bytes is refused</source>
        <translation>ein Bild mit mehr als {count} Bytes wird nicht angenommen</translation>
    </message>
    <message>
        <source>{source}: a picture of {count} bytes is refused, expected at most {most}</source>
        <translation>{source}: ein Bild mit {count} Bytes wird nicht angenommen, erwartet werden höchstens {most}</translation>
    </message>
    <message>
        <source>shared memory: a picture of {count} bytes is refused</source>
        <translation>gemeinsamer Speicher: ein Bild mit {count} Bytes wird nicht angenommen</translation>
    </message>
    <message>
        <source>shared memory: {count} MB are needed, /dev/shm has not so much free</source>
        <translation>gemeinsamer Speicher: {count} MB werden gebraucht, in /dev/shm ist nicht so viel frei</translation>
    </message>
    <message>
        <source>{source}: no such file or folder; expected {problem}</source>
        <translation>{source}: diese Datei oder diesen Ordner gibt es nicht; erwartet wird {problem}</translation>
    </message>
    <message>
        <source>{source} is not a kind of source; expected {problem}</source>
        <translation>{source} ist keine Art von Quelle; erwartet wird {problem}</translation>
    </message>
    <message>
        <source>got {source}, expected a number from 0 or a name after the colon</source>
        <translation>{source}: nach dem Doppelpunkt wird eine Zahl ab 0 oder ein Name erwartet</translation>
    </message>
    <message>
        <source>{source}: a studio is not a camera and cannot be opened here</source>
        <translation>{source}: ein Studio ist keine Kamera und lässt sich hier nicht öffnen</translation>
    </message>
    <message>
        <source>the address of the stream cannot be read, expected http://HOST:PORT/PATH or rtsp://</source>
        <translation>die Adresse des Streams ist nicht lesbar, erwartet wird http://HOST:PORT/PATH oder rtsp://</translation>
    </message>
    <message>
        <source>{source}: cannot be read ({problem})</source>
        <translation>{source}: nicht lesbar ({problem})</translation>
    </message>
    <message>
        <source>{source}: cannot be read: it is a folder, expected a picture or a video</source>
        <translation>{source}: nicht lesbar: es ist ein Ordner, erwartet wird ein Bild oder ein Video</translation>
    </message>
    <message>
        <source>{source}: cannot be read: it is a pipe or a device, expected a picture or a video</source>
        <translation>{source}: nicht lesbar: es ist eine Pipe oder ein Gerät, erwartet wird ein Bild oder ein Video</translation>
    </message>
    <message>
        <source>{source}: not a picture that can be read, expected PNG, JPEG, BMP or WebP</source>
        <translation>{source}: kein lesbares Bild, erwartet wird PNG, JPEG, BMP oder WebP</translation>
    </message>
    <message>
        <source>{source}: the picture is damaged or cut short</source>
        <translation>{source}: das Bild ist beschädigt oder abgeschnitten</translation>
    </message>
    <message>
        <source>{source}: cannot be listed ({problem})</source>
        <translation>{source}: lässt sich nicht auflisten ({problem})</translation>
    </message>
    <message>
        <source>{source}: holds no pictures, expected {problem}</source>
        <translation>{source}: enthält keine Bilder, erwartet wird {problem}</translation>
    </message>
    <message>
        <source>{source}: not a video that can be read (another kind of file)</source>
        <translation>{source}: kein lesbares Video (eine andere Art von Datei)</translation>
    </message>
    <message>
        <source>{source}: not a video that can be read ({problem})</source>
        <translation>{source}: kein lesbares Video ({problem})</translation>
    </message>
    <message>
        <source>{source}: the video is damaged after frame {number} ({problem})</source>
        <translation>{source}: das Video ist nach Bild {number} beschädigt ({problem})</translation>
    </message>
    <message>
        <source>{source}: holds no video, expected a video or a picture</source>
        <translation>{source}: enthält kein Video, erwartet wird ein Video oder ein Bild</translation>
    </message>
    <message>
        <source>{source}: in a coding that cannot be read, expected H.264 or another usual one</source>
        <translation>{source}: in einer nicht lesbaren Kodierung, erwartet wird H.264 oder eine andere übliche</translation>
    </message>
    <message>
        <source>{FIRST}; {THEN}</source>
        <translation>{FIRST}; {THEN}</translation>
    </message>
    <message>
        <source>{FIRST}: {THEN}</source>
        <translation>{FIRST}: {THEN}</translation>
    </message>
    <message>
        <source>{FIRST}, {THEN}</source>
        <translation>{FIRST}, {THEN}</translation>
    </message>
    <message>
        <source>{FIRST}, but {THEN}</source>
        <translation>{FIRST}, aber {THEN}</translation>
    </message>
    <message>
        <source>{FIRST}; unless {THEN}</source>
        <translation>{FIRST}; außer {THEN}</translation>
    </message>
    <message>
        <source>{WORDS} ({dispute})</source>
        <translation>{WORDS} ({dispute})</translation>
    </message>
    <message>
        <source>{moves}</source>
        <translation>{moves}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>out of reach by {mm} mm</source>
        <translation>um {mm} mm außer Reichweite</translation>
    </message>
    <message>
        <source>she ends over {name}</source>
        <translation>sie endet über {name}</translation>
    </message>
    <message>
        <source>she ends over the table's edge</source>
        <translation>sie endet über dem Tischrand</translation>
    </message>
    <message>
        <source>{moves} {mm} mm ({left} left)</source>
        <translation>{moves} {mm} mm ({left} übrig)</translation>
    </message>
    <message>
        <source>then {degrees}° on her stern</source>
        <translation>dann {degrees}° auf dem Heck gedreht</translation>
    </message>
    <message>
        <source>came about in place</source>
        <translation>auf der Stelle gewendet</translation>
    </message>
    <message>
        <source>came about</source>
        <translation>gewendet</translation>
    </message>
    <message>
        <source>came about, but she ends over {name}</source>
        <translation>gewendet, aber sie endet über {name}</translation>
    </message>
    <message>
        <source>came about, but she ends over the table's edge</source>
        <translation>gewendet, aber sie endet über dem Tischrand</translation>
    </message>
    <message>
        <source>{ROUTE}; but that runs into {name}, which ends her move, and no way round it was found</source>
        <translation>{ROUTE}; aber das führt in {name}, wo ihre Bewegung endet, und kein Weg daran vorbei wurde gefunden</translation>
    </message>
    <message>
        <source>a captain's shot comes after that turn</source>
        <translation>der Schuss eines Kapitäns kommt nach dieser Drehung</translation>
    </message>
    <message>
        <source>a captain's shot comes before that turn</source>
        <translation>der Schuss eines Kapitäns kommt vor dieser Drehung</translation>
    </message>
    <message>
        <source>round the earth</source>
        <translation>um die Welt herum</translation>
    </message>
    <message>
        <source>no clear route found</source>
        <translation>kein freier Weg gefunden</translation>
    </message>
    <message>
        <source>{mm} mm inside what she can reach</source>
        <translation>{mm} mm innerhalb dessen, was sie erreichen kann</translation>
    </message>
    <message>
        <source>{mm} mm outside what she can reach</source>
        <translation>{mm} mm außerhalb dessen, was sie erreichen kann</translation>
    </message>
    <message>
        <source>no way round {Obstacles} (searched to {mm} mm)</source>
        <translation>kein Weg um {Obstacles} herum (auf {mm} mm genau gesucht)</translation>
    </message>
    <message>
        <source>no route found past {Obstacles}, and none proven impossible</source>
        <translation>kein Weg um {Obstacles} herum gefunden, und keiner als unmöglich erwiesen</translation>
    </message>
    <message>
        <source>the table's edge</source>
        <translation>den Tischrand</translation>
    </message>
    <message>
        <source>{names}, the table's edge</source>
        <translation>{names}, den Tischrand</translation>
    </message>
    <message>
        <source>the turn limit of {degrees}°</source>
        <translation>die Drehgrenze von {degrees}°</translation>
    </message>
    <message>
        <source>if she turns about her {PIVOT}: {REASON}; about her {OTHER}: {THEN}</source>
        <translation>Drehpunkt {PIVOT}: {REASON}; Drehpunkt {OTHER}: {THEN}</translation>
    </message>
    <message>
        <source>bow</source>
        <translation>Bug</translation>
    </message>
    <message>
        <source>centre</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>stern</source>
        <translation>Heck</translation>
    </message>
    <message>
        <source>in by {name}, out by {other}</source>
        <translation>hinein bei {name}, heraus bei {other}</translation>
    </message>
    <message>
        <source>perhaps in by {name}, out by {other}</source>
        <translation>vielleicht hinein bei {name}, heraus bei {other}</translation>
    </message>
    <message>
        <source>without a mast she moves S</source>
        <translation>ohne Mast bewegt sie sich S</translation>
    </message>
    <message>
        <source>towing makes her base move S ({section})</source>
        <translation>beim Schleppen ist ihre Grundbewegung S ({section})</translation>
    </message>
    <message>
        <source>+S by an ability</source>
        <translation>+S durch eine Fähigkeit</translation>
    </message>
    <message>
        <source>+S by a trade current</source>
        <translation>+S durch eine Handelsströmung</translation>
    </message>
    <message>
        <source>+{moves} as {WHY}</source>
        <translation>+{moves}, weil {WHY}</translation>
    </message>
    <message>
        <source>no +{moves}, unless {WHY}</source>
        <translation>kein +{moves}, außer wenn {WHY}</translation>
    </message>
    <message>
        <source>her holds are empty</source>
        <translation>ihre Laderäume leer sind</translation>
    </message>
    <message>
        <source>a captain is aboard</source>
        <translation>ein Kapitän an Bord ist</translation>
    </message>
    <message>
        <source>all her masts stand</source>
        <translation>alle ihre Masten stehen</translation>
    </message>
    <message>
        <source>her whole move is S as her holds are full</source>
        <translation>ihre ganze Bewegung ist S, weil ihre Laderäume voll sind</translation>
    </message>
    <message>
        <source>unless her holds are full</source>
        <translation>außer wenn ihre Laderäume voll sind</translation>
    </message>
    <message>
        <source>move {moves}</source>
        <translation>Bewegung {moves}</translation>
    </message>
    <message>
        <source>measured same-place</source>
        <translation>gemessen von einer Stelle zur gleichen Stelle</translation>
    </message>
    <message>
        <source>measured edge-to-edge</source>
        <translation>gemessen von Rand zu Rand</translation>
    </message>
    <message>
        <source>she is sunk</source>
        <translation>sie ist gesunken</translation>
    </message>
    <message>
        <source>she is wrecked</source>
        <translation>sie ist zerschellt</translation>
    </message>
    <message>
        <source>she is pinned</source>
        <translation>sie wird festgehalten</translation>
    </message>
    <message>
        <source>her base move is T: she moves only when towed</source>
        <translation>ihre Grundbewegung ist T: sie bewegt sich nur im Schlepp</translation>
    </message>
    <message>
        <source>she has no mast: derelict ({section})</source>
        <translation>sie hat keinen Mast: steuerlos ({section})</translation>
    </message>
    <message>
        <source>nobody told her base move</source>
        <translation>niemand hat ihre Grundbewegung angegeben</translation>
    </message>
    <message>
        <source>how far a base move of D flies is on the card's keyword only</source>
        <translation>wie weit eine Grundbewegung D fliegt, steht nur im Schlüsselwort der Karte</translation>
    </message>
    <message>
        <source>she was lost: her move begins where the roll puts her</source>
        <translation>sie war verirrt: ihre Bewegung beginnt, wo der Wurf sie hinsetzt</translation>
    </message>
    <message>
        <source>only {count} MB are free on the disk: no more video, the poses go on</source>
        <translation>nur {count} MB sind auf der Platte frei: kein Video mehr, die Lagen werden weiter aufgezeichnet</translation>
    </message>
    <message>
        <source>only {count} MB are free on the disk: room for about {minutes} minutes of video</source>
        <translation>nur {count} MB sind auf der Platte frei: Platz für etwa {minutes} Minuten Video</translation>
    </message>
    <message>
        <source>the video has stopped, the poses go on: {Problem}</source>
        <translation>das Video ist stehen geblieben, die Lagen werden weiter aufgezeichnet: {Problem}</translation>
    </message>
    <message>
        <source>recording has stopped: {Problem}</source>
        <translation>die Aufzeichnung ist stehen geblieben: {Problem}</translation>
    </message>
    <message>
        <source>something went wrong in the recorder: {problem}</source>
        <translation>in der Aufzeichnung ist etwas schiefgegangen: {problem}</translation>
    </message>
    <message>
        <source>{path}: the folder is gone</source>
        <translation>{path}: der Ordner ist weg</translation>
    </message>
    <message>
        <source>{path}: is there already, expected a new name</source>
        <translation>{path}: gibt es schon, erwartet wird ein neuer Name</translation>
    </message>
    <message>
        <source>{path}: cannot be kept there: {problem}</source>
        <translation>{path}: kann dort nicht gespeichert werden: {problem}</translation>
    </message>
    <message>
        <source>{path}: video: {problem}</source>
        <translation>{path}: Video: {problem}</translation>
    </message>
    <message>
        <source>no picture was recorded of this moment</source>
        <translation>von diesem Moment wurde kein Bild aufgezeichnet</translation>
    </message>
    <message>
        <source>{path}: frame {number}: cannot be judged as recorded: {problem}</source>
        <translation>{path}: Bild {number}: kann nicht wie aufgezeichnet beurteilt werden: {problem}</translation>
    </message>
    <message>
        <source>card of {name}</source>
        <translation>Karte von {name}</translation>
    </message>
    <message>
        <source>card of the target</source>
        <translation>Karte des Ziels</translation>
    </message>
    <message>
        <source>card's ability</source>
        <translation>Fähigkeit der Karte</translation>
    </message>
    <message>
        <source>no edition says from where to where (D26)</source>
        <translation>keine Ausgabe sagt, von wo bis wo (D26)</translation>
    </message>
    <message>
        <source>her ability</source>
        <translation>ihre Fähigkeit</translation>
    </message>
    <message>
        <source>{edition} has no forts</source>
        <translation>{edition} kennt keine Forts</translation>
    </message>
    <message>
        <source>{edition} has no fog</source>
        <translation>{edition} kennt keinen Nebel</translation>
    </message>
    <message>
        <source>{edition} has no terrain</source>
        <translation>{edition} kennt kein Gelände</translation>
    </message>
    <message>
        <source>none: the edition has no keywords</source>
        <translation>keine: die Ausgabe kennt keine Schlüsselwörter</translation>
    </message>
    <message>
        <source>none: the edition has no edge</source>
        <translation>keine: die Ausgabe kennt keinen Rand</translation>
    </message>
    <message>
        <source>none: the edition has no come about</source>
        <translation>keine: die Ausgabe kennt kein Wenden</translation>
    </message>
    <message>
        <source>Complete rules</source>
        <translation>Vollständige Regeln</translation>
    </message>
    <message>
        <source>measure by hand, both players looking</source>
        <translation>von Hand messen, beide Spieler schauen hin</translation>
    </message>
    <message>
        <source>in favour of whoever acts</source>
        <translation>zugunsten dessen, der handelt</translation>
    </message>
    <message>
        <source>in favour of whoever is acted upon</source>
        <translation>zugunsten dessen, den es trifft</translation>
    </message>
    <message>
        <source>roll a die: 4 or more is yes</source>
        <translation>würfeln: 4 oder mehr ist ja</translation>
    </message>
    <message>
        <source>Too close to call: {POLICY} (no edition says; this table has no house rule for it).</source>
        <translation>Zu knapp: {POLICY} (keine Ausgabe sagt es; dieser Tisch hat keine Hausregel dafür).</translation>
    </message>
    <message>
        <source>Too close to call: {POLICY} (house rule too-close).</source>
        <translation>Zu knapp: {POLICY} (Hausregel too-close).</translation>
    </message>
    <message>
        <source>master keyword list, {section}</source>
        <translation>Liste der Schlüsselwörter, {section}</translation>
    </message>
    <message>
        <source>two halves of the views agree within {mm} mm on the mat</source>
        <translation>zwei Hälften der Aufnahmen stimmen auf der Matte auf {mm} mm überein</translation>
    </message>
    <message>
        <source>two halves of the views differ by {mm} mm on the mat</source>
        <translation>zwei Hälften der Aufnahmen weichen auf der Matte um {mm} mm voneinander ab</translation>
    </message>
    <message>
        <source>{times} times what each claims</source>
        <translation>{times}-mal so viel, wie jede behauptet</translation>
    </message>
    <message>
        <source>the lens is known to {mm} mm on the mat</source>
        <translation>das Objektiv ist auf der Matte auf {mm} mm bekannt</translation>
    </message>
    <message>
        <source>the halves' lenses lie {pixels} px apart in the picture</source>
        <translation>die Objektive der Hälften liegen im Bild {pixels} px auseinander</translation>
    </message>
    <message>
        <source>corners of unseen views are missed by {pixels} px</source>
        <translation>Ecken ungesehener Aufnahmen werden um {pixels} px verfehlt</translation>
    </message>
    <message>
        <source>only {count} views</source>
        <translation>nur {count} Aufnahmen</translation>
    </message>
    <message>
        <source>corners were seen in {percent} of the picture</source>
        <translation>Ecken waren in {percent} des Bildes zu sehen</translation>
    </message>
    <message>
        <source>{count} views had to be left out</source>
        <translation>{count} Aufnahmen mussten ausgelassen werden</translation>
    </message>
    <message>
        <source>take more views: tilt the board by 20-40 degrees to every side, and fill the picture's corners</source>
        <translation>mehr Aufnahmen machen: die Tafel um 20-40 Grad nach jeder Seite kippen und die Ecken des Bildes füllen</translation>
    </message>
    <message>
        <source>hold board and camera still, in good light, on a flat stiff backing, with focus and zoom fixed</source>
        <translation>Tafel und Kamera still halten, in gutem Licht, auf ebener steifer Unterlage, mit fester Schärfe und festem Zoom</translation>
    </message>
    <message>
        <source>take {count} views or more</source>
        <translation>{count} Aufnahmen oder mehr machen</translation>
    </message>
    <message>
        <source>calibration: got {count} usable views, expected {least} or more</source>
        <translation>Kalibrierung: {count} brauchbare Aufnahmen, erwartet werden {least} oder mehr</translation>
    </message>
    <message>
        <source>calibration: got pictures of {names}, expected all of one size</source>
        <translation>Kalibrierung: Bilder von {names}, erwartet werden alle in einer Größe</translation>
    </message>
    <message>
        <source>{FOUND}; it is left out; correct the table file or the mat, and survey again</source>
        <translation>{FOUND}; sie wird ausgelassen; die Tischdatei oder die Matte berichtigen und neu vermessen</translation>
    </message>
    <message>
        <source>tag {tag} lies in the place of tag {other}: swapped, or a wrong id in the table file</source>
        <translation>Marke {tag} liegt am Platz von Marke {other}: vertauscht, oder eine falsche Nummer in der Tischdatei</translation>
    </message>
    <message>
        <source>tag {tag} is turned by {degrees}° from what the table file says</source>
        <translation>Marke {tag} ist um {degrees}° anders gedreht, als die Tischdatei sagt</translation>
    </message>
    <message>
        <source>tag {tag} lies {mm} mm from its place, near x {x}, y {y}, not at {across}, {up}</source>
        <translation>Marke {tag} liegt {mm} mm neben ihrem Platz, bei x {x}, y {y}, nicht bei {across}, {up}</translation>
    </message>
    <message>
        <source>tags are printed at {percent} of the stated size</source>
        <translation>die Marken sind mit {percent} der angegebenen Größe gedruckt</translation>
    </message>
    <message>
        <source>print again without 'fit to page', or keep this survey, which measures with their true size</source>
        <translation>ohne „an Seite anpassen“ neu drucken, oder diese Vermessung behalten, die mit der wahren Größe misst</translation>
    </message>
    <message>
        <source>print again at 100 %, or keep this survey, which measures with their true size</source>
        <translation>mit 100 % neu drucken, oder diese Vermessung behalten, die mit der wahren Größe misst</translation>
    </message>
    <message>
        <source>the tags lie at {percent} of the distances that the table file says; the tags' size is right</source>
        <translation>die Marken liegen bei {percent} der Abstände, die die Tischdatei sagt; ihre Größe stimmt</translation>
    </message>
    <message>
        <source>the whole mat, tags and distances, is at {percent} by the ruler</source>
        <translation>die ganze Matte, Marken und Abstände, ist nach dem Lineal bei {percent}</translation>
    </message>
    <message>
        <source>check that {mm} mm from tag {tag} to tag {other} is not mistyped</source>
        <translation>prüfen, ob {mm} mm von Marke {tag} zu Marke {other} kein Tippfehler ist</translation>
    </message>
    <message>
        <source>not used, for too few mat tags agree in them: pictures {numbers}</source>
        <translation>nicht verwendet, weil zu wenige Mattenmarken darin übereinstimmen: Bilder {numbers}</translation>
    </message>
    <message>
        <source>corners fit {times} times worse than expected: the lens profile is not this camera's, the mat is not flat, or a tag moved between pictures; the plus-minus is widened</source>
        <translation>die Ecken passen {times}-mal schlechter als erwartet: das Objektivprofil ist von einer anderen Kamera, die Matte ist nicht eben, oder eine Marke wurde zwischen den Bildern bewegt; die Unsicherheit ist vergrößert</translation>
    </message>
    <message>
        <source>never seen: tags {tags}; their places stay as the table file says</source>
        <translation>nie gesehen: Marken {tags}; ihre Plätze bleiben, wie die Tischdatei sagt</translation>
    </message>
    <message>
        <source>tag {tag}: no picture of it agrees with the rest (covered, cut or not flat); its place stays as it was</source>
        <translation>Marke {tag}: kein Bild von ihr passt zum Rest (verdeckt, angeschnitten oder nicht flach); ihr Platz bleibt, wie er war</translation>
    </message>
    <message>
        <source>tag {tag} is printed at {percent} % of the other tags' scale; surveyed as it is</source>
        <translation>Marke {tag} ist mit {percent} % der Größe der anderen gedruckt; so vermessen, wie sie ist</translation>
    </message>
    <message>
        <source>tag {tag} lies {mm} mm and {degrees}° from its place, farther than its sigma allows; surveyed</source>
        <translation>Marke {tag} liegt {mm} mm und {degrees}° neben ihrem Platz, weiter als erwartet; vermessen</translation>
    </message>
    <message>
        <source>tag {tag} is left out of {count} pictures, in which it is covered, cut or misread</source>
        <translation>Marke {tag} ist aus {count} Bildern ausgelassen, in denen sie verdeckt, angeschnitten oder falsch gelesen ist</translation>
    </message>
    <message>
        <source>survey: got {count} mat tags that agree with the layout in {views} pictures, expected {least} or more: check the table file's tag ids and places, and the light</source>
        <translation>Vermessung: {count} Mattenmarken stimmen in {views} Bildern mit der Auslage überein, erwartet werden {least} oder mehr: Nummern und Plätze der Marken in der Tischdatei prüfen, und das Licht</translation>
    </message>
    <message>
        <source>the pictures have changed their size: begin the survey anew</source>
        <translation>die Bilder haben ihre Größe geändert: die Vermessung neu beginnen</translation>
    </message>
    <message>
        <source>the picture is mirrored: switch that off in the camera's settings</source>
        <translation>das Bild ist gespiegelt: das in den Einstellungen der Kamera abschalten</translation>
    </message>
    <message>
        <source>fewer than {least} tags of the jig sheet are seen</source>
        <translation>weniger als {least} Marken des Einmessblatts sind zu sehen</translation>
    </message>
    <message>
        <source>more than one ship on the sheet: {names}</source>
        <translation>mehr als ein Schiff auf dem Blatt: {names}</translation>
    </message>
    <message>
        <source>set-down {number}</source>
        <translation>Aufsetzen {number}</translation>
    </message>
    <message>
        <source>{FOUND}: not used</source>
        <translation>{FOUND}: nicht verwendet</translation>
    </message>
    <message>
        <source>shows the same as {WHICH}: lift the ship between pictures</source>
        <translation>zeigt dasselbe wie {WHICH}: das Schiff zwischen den Bildern anheben</translation>
    </message>
    <message>
        <source>no tag of {name} is seen</source>
        <translation>keine Marke von {name} ist zu sehen</translation>
    </message>
    <message>
        <source>{count} tags of the jig sheet are seen, {least} or more are needed</source>
        <translation>{count} Marken des Einmessblatts sind zu sehen, {least} oder mehr sind nötig</translation>
    </message>
    <message>
        <source>{name} lies backwards in direction {direction}: its bow belongs at the stop</source>
        <translation>{name} liegt in Richtung {direction} verkehrt herum: der Bug gehört an den Anschlag</translation>
    </message>
    <message>
        <source>{name} is {mm} mm from where it would lie in direction {direction}, the nearest: its bow was not at the stop, or its keel not on the line</source>
        <translation>{name} liegt {mm} mm neben dem Platz in Richtung {direction}, der nächsten: der Bug war nicht am Anschlag oder der Kiel nicht auf der Linie</translation>
    </message>
    <message>
        <source>{WHICH} (direction {direction}) disagrees with the others and is left out: {HOW}</source>
        <translation>{WHICH} (Richtung {direction}) passt nicht zu den anderen und wird ausgelassen: {HOW}</translation>
    </message>
    <message>
        <source>the bow {mm} mm past the stop</source>
        <translation>der Bug {mm} mm über dem Anschlag</translation>
    </message>
    <message>
        <source>the bow {mm} mm short of the stop</source>
        <translation>der Bug {mm} mm vor dem Anschlag</translation>
    </message>
    <message>
        <source>{mm} mm to port of the line</source>
        <translation>{mm} mm backbord der Linie</translation>
    </message>
    <message>
        <source>{mm} mm to starboard of the line</source>
        <translation>{mm} mm steuerbord der Linie</translation>
    </message>
    <message>
        <source>turned by {degrees}°</source>
        <translation>um {degrees}° gedreht</translation>
    </message>
    <message>
        <source>mount {name}: no picture can be used (there is none)</source>
        <translation>Einmessen von {name}: kein Bild ist verwendbar (es gibt keines)</translation>
    </message>
    <message>
        <source>mount {name}: no picture can be used ({problem})</source>
        <translation>Einmessen von {name}: kein Bild ist verwendbar ({problem})</translation>
    </message>
    <message>
        <source>the set-downs disagree, and nothing says which is wrong</source>
        <translation>die Aufsetzungen widersprechen sich, und nichts sagt, welche falsch ist</translation>
    </message>
    <message>
        <source>{FOUND}: set {name} down once more</source>
        <translation>{FOUND}: {name} noch einmal aufsetzen</translation>
    </message>
    <message>
        <source>against the mat the sheet looks printed at {percent} %: measure its check line and give --check-line, or print it at 100 %; or is the mat's layout wrong?</source>
        <translation>gegen die Matte sieht das Blatt mit {percent} % gedruckt aus: seine Prüflinie messen, oder es mit 100 % drucken; oder stimmt die Auslage der Matte nicht?</translation>
    </message>
    <message>
        <source>one direction only: a plate set askew cannot be told from a ship set askew; take two or more</source>
        <translation>nur eine Richtung: ein schiefes Plättchen ist von einem schief gestellten Schiff nicht zu unterscheiden; zwei oder mehr nehmen</translation>
    </message>
    <message>
        <source>the height is known to ± {mm} mm only: the ship is seen from {degrees}° off upright; lay the sheet nearer the picture's edge, so that it is {least}° or more</source>
        <translation>die Höhe ist nur auf ± {mm} mm bekannt: das Schiff ist aus {degrees}° von oben zu sehen; das Blatt näher an den Bildrand legen, so dass es {least}° oder mehr sind</translation>
    </message>
    <message>
        <source>the height is known to ± {mm} mm only: take more directions, or some with the sheet at the other side of the picture</source>
        <translation>die Höhe ist nur auf ± {mm} mm bekannt: mehr Richtungen nehmen, oder einige mit dem Blatt auf der anderen Seite des Bildes</translation>
    </message>
    <message>
        <source>tag {tag}'s plate leans by {degrees}°: seen slantwise it looks turned; straighten it and fit out again</source>
        <translation>das Plättchen von Marke {tag} neigt sich um {degrees}°: schräg gesehen wirkt es gedreht; aufrichten und neu einmessen</translation>
    </message>
    <message>
        <source>tag {tags} was never seen on the sheet: its place stays as the table file has it</source>
        <translation>Marke {tags} war auf dem Blatt nie zu sehen: ihr Platz bleibt, wie ihn die Tischdatei hat</translation>
    </message>
    <message>
        <source>the corners fit {times} times worse than they should: is the sheet flat and printed at 100 %, and is it this camera's profile?</source>
        <translation>die Ecken passen {times}-mal schlechter, als sie sollten: Ist das Blatt eben und mit 100 % gedruckt, und ist es das Profil dieser Kamera?</translation>
    </message>
    <message>
        <source>no card seen on the mat, expected one, flat, on its own, about 89 x 64 mm</source>
        <translation>keine Karte auf der Matte gesehen, erwartet wird eine, flach, allein, etwa 89 x 64 mm</translation>
    </message>
    <message>
        <source>{count} cards seen on the mat, expected one, flat, on its own, about 89 x 64 mm</source>
        <translation>{count} Karten auf der Matte gesehen, erwartet wird eine, flach, allein, etwa 89 x 64 mm</translation>
    </message>
    <message>
        <source>a side of the card is hidden or looks like the mat; lay it on another place</source>
        <translation>eine Seite der Karte ist verdeckt oder sieht aus wie die Matte; an eine andere Stelle legen</translation>
    </message>
    <message>
        <source>the card lies too near to the picture's edge; move it to the middle of the mat</source>
        <translation>die Karte liegt zu nah am Bildrand; zur Mitte der Matte schieben</translation>
    </message>
    <message>
        <source>the card's sides differ by {mm} mm between pictures, expected at most {most}: let it lie flat, and the same card in all</source>
        <translation>die Seiten der Karte unterscheiden sich zwischen den Bildern um {mm} mm, erwartet werden höchstens {most}: flach liegen lassen, und in allen dieselbe Karte</translation>
    </message>
    <message>
        <source>the card's sides are {degrees} degrees from square, expected at most {most}: let it lie flat, with nothing on it</source>
        <translation>die Seiten der Karte sind {degrees} Grad vom rechten Winkel entfernt, erwartet werden höchstens {most}: flach liegen lassen, nichts darauf</translation>
    </message>
    <message>
        <source>{name} is not seen by another tag, so tag {tag} is taken to sit as suggested ({place}), its x to the bow, within what a hand can do; tableassist mount measures it</source>
        <translation>{name} ist an keiner anderen Marke zu sehen, also gilt für Marke {tag} der vorgeschlagene Platz ({place}), ihr x zum Bug, so genau eine Hand es kann; tableassist mount misst ihn ein</translation>
    </message>
    <message>
        <source>tag {tag} does not look flat at that height: is it tipped, or not {mm} mm?</source>
        <translation>Marke {tag} sieht in dieser Höhe nicht flach aus: Ist sie gekippt oder nicht {mm} mm groß?</translation>
    </message>
    <message>
        <source>solved against the tags of {name} that are in the picture: {place}</source>
        <translation>gegen die Marken von {name} im Bild bestimmt: {place}</translation>
    </message>
    <message>
        <source>tag {tag} looks {mm} mm wide at a height of {height} mm, expected {size}: is its size or its mount another?</source>
        <translation>Marke {tag} sieht in {height} mm Höhe {mm} mm breit aus, erwartet werden {size}: Ist ihre Größe oder ihre Anbringung eine andere?</translation>
    </message>
    <message>
        <source>flag</source>
        <translation>Flagge</translation>
    </message>
    <message>
        <source>masthead</source>
        <translation>Masttopp</translation>
    </message>
    <message>
        <source>deck</source>
        <translation>Deck</translation>
    </message>
    <message>
        <source>plate</source>
        <translation>Plättchen</translation>
    </message>
    <message>
        <source>within {length} ({Ruler}, {mm} mm) from {FROM}</source>
        <translation>innerhalb {length} ({Ruler}, {mm} mm) ab {FROM}</translation>
    </message>
    <message>
        <source>out of {length} ({Ruler}, {mm} mm) from {FROM}</source>
        <translation>außerhalb {length} ({Ruler}, {mm} mm) ab {FROM}</translation>
    </message>
    <message>
        <source>at the edge of {length} ({Ruler}, {mm} mm) from {FROM}</source>
        <translation>am Rand von {length} ({Ruler}, {mm} mm) ab {FROM}</translation>
    </message>
    <message>
        <source>printed bars</source>
        <translation>gedruckte Balken</translation>
    </message>
    <message>
        <source>card's sides</source>
        <translation>Kartenseiten</translation>
    </message>
    <message>
        <source>house rule</source>
        <translation>Hausregel</translation>
    </message>
    <message>
        <source>measured ruler</source>
        <translation>gemessenes Lineal</translation>
    </message>
    <message>
        <source>the mast's centre of mast {number}</source>
        <translation>der Mitte von Mast {number}</translation>
    </message>
    <message>
        <source>the printed die of mast {number}</source>
        <translation>dem gedruckten Würfel an Mast {number}</translation>
    </message>
    <message>
        <source>flag {number}</source>
        <translation>Flagge {number}</translation>
    </message>
    <message>
        <source>segment {number}</source>
        <translation>Segment {number}</translation>
    </message>
    <message>
        <source>her hull cannon</source>
        <translation>ihrer Rumpfkanone</translation>
    </message>
    <message>
        <source>the marine</source>
        <translation>dem Seesoldaten</translation>
    </message>
    <message>
        <source>{FROM}, two shots</source>
        <translation>{FROM}, zwei Schüsse</translation>
    </message>
    <message>
        <source>{FROM}, which is gone, for the extra gun</source>
        <translation>{FROM}, der fehlt, für das Zusatzgeschütz</translation>
    </message>
    <message>
        <source>{FROM}, for the extra gun</source>
        <translation>{FROM}, für das Zusatzgeschütz</translation>
    </message>
    <message>
        <source>beyond {length}, where only a 6 hits and all her cannons shoot so or none</source>
        <translation>jenseits von {length}, wo nur eine 6 trifft und alle ihre Kanonen so schießen oder keine</translation>
    </message>
    <message>
        <source>perhaps (within {sigmas} sigma of it) beyond {length}, where only a 6 hits and all her cannons shoot so or none</source>
        <translation>vielleicht (innerhalb von {sigmas} Sigma) jenseits von {length}, wo nur eine 6 trifft und alle ihre Kanonen so schießen oder keine</translation>
    </message>
    <message>
        <source>{REASON}; but she has Extended Range: how far that reaches, her card says</source>
        <translation>{REASON}; aber sie hat Extended Range: wie weit das reicht, sagt ihre Karte</translation>
    </message>
    <message>
        <source>{REASON}, across the edge</source>
        <translation>{REASON}, über den Rand hinweg</translation>
    </message>
    <message>
        <source>{REASON}; {dispute} is open: across the edge she is {THERE}</source>
        <translation>{REASON}; {dispute} ist offen: über den Rand hinweg ist sie {THERE}</translation>
    </message>
    <message>
        <source>{REASON}; {dispute} is open: there is a line across the edge</source>
        <translation>{REASON}; {dispute} ist offen: über den Rand hinweg gibt es eine Linie</translation>
    </message>
    <message>
        <source>clear to {share} % of the target in reach</source>
        <translation>frei zu {share} % des Ziels in Reichweite</translation>
    </message>
    <message>
        <source>the best line just meets {What}</source>
        <translation>die beste Linie trifft gerade noch {What}</translation>
    </message>
    <message>
        <source>the best line just passes {What}</source>
        <translation>die beste Linie verfehlt gerade noch {What}</translation>
    </message>
    <message>
        <source>her own mast {number}</source>
        <translation>den eigenen Mast {number}</translation>
    </message>
    <message>
        <source>blocked by {What}</source>
        <translation>versperrt durch {What}</translation>
    </message>
    <message>
        <source>blocked by {What} and {Last}</source>
        <translation>versperrt durch {What} und {Last}</translation>
    </message>
    <message>
        <source>blocked by {What} and {Next} and {Last}</source>
        <translation>versperrt durch {What}, {Next} und {Last}</translation>
    </message>
    <message>
        <source>{name} may stand in the way, and {ABSENCE}</source>
        <translation>{name} steht vielleicht im Weg und {ABSENCE}</translation>
    </message>
    <message>
        <source>{REASON}, as far as can be seen: {names} may stand in the way, and has not been seen</source>
        <translation>{REASON}, soweit zu sehen: {names} steht vielleicht im Weg und wurde nicht gesehen</translation>
    </message>
    <message>
        <source>{name} has been hidden for {time}</source>
        <translation>{name} ist seit {time} verdeckt</translation>
    </message>
    <message>
        <source>{name} seems to lie in one place with {other}</source>
        <translation>{name} liegt scheinbar an derselben Stelle wie {other}</translation>
    </message>
    <message>
        <source>{name} lies beside the mat</source>
        <translation>{name} liegt neben der Matte</translation>
    </message>
    <message>
        <source>{name} has not been seen</source>
        <translation>{name} wurde nicht gesehen</translation>
    </message>
    <message>
        <source>has been hidden for {time}</source>
        <translation>ist seit {time} verdeckt</translation>
    </message>
    <message>
        <source>seems to lie in one place with {name}</source>
        <translation>liegt scheinbar an derselben Stelle wie {name}</translation>
    </message>
    <message>
        <source>lies beside the mat</source>
        <translation>liegt neben der Matte</translation>
    </message>
    <message>
        <source>{REASON}; whether {ABOUT} is open ({dispute})</source>
        <translation>{REASON}; ob {ABOUT}, ist offen ({dispute})</translation>
    </message>
    <message>
        <source>a fort's own island blocks</source>
        <translation>die eigene Insel eines Forts versperrt</translation>
    </message>
    <message>
        <source>low pieces can be shot over</source>
        <translation>über niedrige Teile geschossen werden kann</translation>
    </message>
    <message>
        <source>a shot runs across the edge</source>
        <translation>ein Schuss über den Rand geht</translation>
    </message>
    <message>
        <source>a fort's own island blocks as any island</source>
        <translation>die eigene Insel eines Forts versperrt wie jede Insel</translation>
    </message>
    <message>
        <source>a fort's own island does not block</source>
        <translation>die eigene Insel eines Forts versperrt nicht</translation>
    </message>
    <message>
        <source>whatever lies in the line blocks, however low</source>
        <translation>was in der Linie liegt, versperrt, so niedrig es auch ist</translation>
    </message>
    <message>
        <source>low pieces are shot over</source>
        <translation>über niedrige Teile wird geschossen</translation>
    </message>
    <message>
        <source>shots stay on the table</source>
        <translation>Schüsse bleiben auf dem Tisch</translation>
    </message>
    <message>
        <source>shots run across the edge as ships do</source>
        <translation>Schüsse gehen über den Rand wie Schiffe</translation>
    </message>
    <message>
        <source>in range: {mm} mm; {REASON}</source>
        <translation>in Reichweite: {mm} mm; {REASON}</translation>
    </message>
    <message>
        <source>all cannons at S: {GUNS} of {count} would bear</source>
        <translation>alle Kanonen mit S: {GUNS} von {count} kämen zum Schuss</translation>
    </message>
    <message>
        <source>all cannons at S: {GUNS} of {count} would bear, and perhaps {MORE}</source>
        <translation>alle Kanonen mit S: {GUNS} von {count} kämen zum Schuss, vielleicht auch {MORE}</translation>
    </message>
    <message>
        <source>all cannons at S: perhaps {GUNS} of {count} would bear</source>
        <translation>alle Kanonen mit S: vielleicht {GUNS} von {count} kämen zum Schuss</translation>
    </message>
    <message>
        <source>all cannons at S: none would bear; {REASON}</source>
        <translation>alle Kanonen mit S: keine käme zum Schuss; {REASON}</translation>
    </message>
    <message>
        <source>cannon {number}</source>
        <translation>Kanone {number}</translation>
    </message>
    <message>
        <source>cannons {numbers}</source>
        <translation>Kanonen {numbers}</translation>
    </message>
    <message>
        <source>she has no cannon left</source>
        <translation>sie hat keine Kanone mehr</translation>
    </message>
    <message>
        <source>nothing forbids this shot</source>
        <translation>nichts verbietet diesen Schuss</translation>
    </message>
    <message>
        <source>{REASON}, unless {name} is docked at home</source>
        <translation>{REASON}, außer {name} hat an der Heimat angelegt</translation>
    </message>
    <message>
        <source>{name} is out of the game</source>
        <translation>{name} ist aus dem Spiel</translation>
    </message>
    <message>
        <source>{name} belongs to the same fleet</source>
        <translation>{name} gehört zur selben Flotte</translation>
    </message>
    <message>
        <source>{name} has no flag left and is abandoned</source>
        <translation>{name} hat keine Flagge mehr und ist verlassen</translation>
    </message>
    <message>
        <source>{name} is a wreck</source>
        <translation>{name} ist ein Wrack</translation>
    </message>
    <message>
        <source>{name} is derelict and can be given no shoot action</source>
        <translation>{name} ist steuerlos und bekommt keine Schussaktion</translation>
    </message>
    <message>
        <source>{name} is lost in fog and cannot shoot</source>
        <translation>{name} ist im Nebel verirrt und kann nicht schießen</translation>
    </message>
    <message>
        <source>{name} is submerged and can only move</source>
        <translation>{name} ist getaucht und kann sich nur bewegen</translation>
    </message>
    <message>
        <source>{name} has not been seen, so nobody knows whether {other} is docked there</source>
        <translation>{name} wurde nicht gesehen, also weiß niemand, ob {other} dort angelegt hat</translation>
    </message>
    <message>
        <source>{name} is docked at her home island</source>
        <translation>{name} hat an ihrer Heimatinsel angelegt</translation>
    </message>
    <message>
        <source>{name} may be docked at her home island</source>
        <translation>{name} hat vielleicht an ihrer Heimatinsel angelegt</translation>
    </message>
    <message>
        <source>{name} is lost in fog and cannot be shot at</source>
        <translation>{name} ist im Nebel verirrt und kann nicht beschossen werden</translation>
    </message>
    <message>
        <source>{name} is submerged and cannot be shot at</source>
        <translation>{name} ist getaucht und kann nicht beschossen werden</translation>
    </message>
    <message>
        <source>{name} is submerged, and {other} reaches her only within S: {REASON}</source>
        <translation>{name} ist getaucht, und {other} erreicht sie nur innerhalb S: {REASON}</translation>
    </message>
    <message>
        <source>{name} cannot be shot at by ships within S: {REASON}</source>
        <translation>auf {name} dürfen Schiffe innerhalb S nicht schießen: {REASON}</translation>
    </message>
    <message>
        <source>{name} is docked at {other}, where she cannot be shot at</source>
        <translation>{name} hat an {other} angelegt, wo sie nicht beschossen werden kann</translation>
    </message>
    <message>
        <source>{name} may be docked at {other}, where she cannot be shot at</source>
        <translation>{name} hat vielleicht an {other} angelegt, wo sie nicht beschossen werden kann</translation>
    </message>
    <message>
        <source>cannons of forts cannot hit {name}</source>
        <translation>Kanonen von Forts können {name} nicht treffen</translation>
    </message>
    <message>
        <source>cannons of L range cannot hit {name}</source>
        <translation>Kanonen mit Reichweite L können {name} nicht treffen</translation>
    </message>
    <message>
        <source>{REASON}; they shoot at nothing else</source>
        <translation>{REASON}; sie schießen auf nichts anderes</translation>
    </message>
    <message>
        <source>{name} has too few tentacles left to surround anybody</source>
        <translation>{name} hat zu wenige Fangarme, um jemanden zu umschließen</translation>
    </message>
    <message>
        <source>{name} lies only partly between the tentacles, and whether that is enough is open</source>
        <translation>{name} liegt nur teilweise zwischen den Fangarmen, und ob das genügt, ist offen</translation>
    </message>
    <message>
        <source>the tentacles of {name} surround {other}</source>
        <translation>die Fangarme von {name} umschließen {other}</translation>
    </message>
    <message>
        <source>the tentacles of {name} do not surround {other}</source>
        <translation>die Fangarme von {name} umschließen {other} nicht</translation>
    </message>
    <message>
        <source>the tentacles of {name} may or may not surround {other}</source>
        <translation>die Fangarme von {name} umschließen {other} vielleicht</translation>
    </message>
    <message>
        <source>all of her hull lies between the tentacles</source>
        <translation>ihr ganzer Rumpf liegt zwischen den Fangarmen</translation>
    </message>
    <message>
        <source>any of her hull lies between the tentacles</source>
        <translation>ein Stück ihres Rumpfs liegt zwischen den Fangarmen</translation>
    </message>
    <message>
        <source>{name} stands on no island</source>
        <translation>{name} steht auf keiner Insel</translation>
    </message>
    <message>
        <source>{name} stands on {island}</source>
        <translation>{name} steht auf {island}</translation>
    </message>
    <message>
        <source>{name} does not stand on {island}</source>
        <translation>{name} steht nicht auf {island}</translation>
    </message>
    <message>
        <source>{name} may or may not stand on {island}</source>
        <translation>{name} steht vielleicht auf {island}</translation>
    </message>
    <message>
        <source>{REASON}, the home island of {player}, where no marine of an opponent may be dropped off</source>
        <translation>{REASON}, der Heimatinsel von {player}, wo kein gegnerischer Seesoldat abgesetzt werden darf</translation>
    </message>
    <message>
        <source>within {length} ({Ruler}, {mm} mm) of {name}, {EDGES}</source>
        <translation>innerhalb {length} ({Ruler}, {mm} mm) von {name}, {EDGES}</translation>
    </message>
    <message>
        <source>not within {length} ({Ruler}, {mm} mm) of {name}, {EDGES}</source>
        <translation>nicht innerhalb {length} ({Ruler}, {mm} mm) von {name}, {EDGES}</translation>
    </message>
    <message>
        <source>at the edge of {length} ({Ruler}, {mm} mm) of {name}, {EDGES}</source>
        <translation>am Rand von {length} ({Ruler}, {mm} mm) von {name}, {EDGES}</translation>
    </message>
    <message>
        <source>from nearest edge to nearest edge of any part</source>
        <translation>von nächstem Rand zu nächstem Rand irgendeines Teils</translation>
    </message>
    <message>
        <source>from the nearest edge of one hull to that of the other</source>
        <translation>vom nächsten Rand des einen Rumpfs zu dem des anderen</translation>
    </message>
    <message>
        <source>she may cancel one of {names} for a turn</source>
        <translation>sie darf für einen Zug eines davon aufheben: {names}</translation>
    </message>
    <message>
        <source>an iceberg harms only what it drifts against</source>
        <translation>ein Eisberg schadet nur dem, wogegen er treibt</translation>
    </message>
    <message>
        <source>her ability lets her ignore terrain</source>
        <translation>ihre Fähigkeit lässt sie Gelände nicht beachten</translation>
    </message>
    <message>
        <source>a ghostly ship ignores terrain</source>
        <translation>ein geisterhaftes Schiff beachtet Gelände nicht</translation>
    </message>
    <message>
        <source>lost; a move begins with a d6 for the number where she comes out</source>
        <translation>verirrt; eine Bewegung beginnt mit einem W6 um die Zahl, bei der sie herauskommt</translation>
    </message>
    <message>
        <source>lost, and her turn ends</source>
        <translation>verirrt, und ihr Zug endet</translation>
    </message>
    <message>
        <source>she is put wholly inside and is lost; her turn ends</source>
        <translation>sie wird ganz hineingesetzt und ist verirrt; ihr Zug endet</translation>
    </message>
    <message>
        <source>there is no other whirlpool to come out of</source>
        <translation>es gibt keinen anderen Strudel, aus dem sie herauskommt</translation>
    </message>
    <message>
        <source>she may be put against {names}; then a d6, and 1-3 takes a mast, a treasure or a crew</source>
        <translation>sie darf an {names} gesetzt werden; dann ein W6, und 1-3 kostet einen Mast, einen Schatz oder einen der Mannschaft</translation>
    </message>
    <message>
        <source>+S ({mm} mm) to her base move, once a turn</source>
        <translation>+S ({mm} mm) zu ihrer Grundbewegung, einmal im Zug</translation>
    </message>
    <message>
        <source>+S ({mm} mm) to her base move, once a turn, if her side laid it</source>
        <translation>+S ({mm} mm) zu ihrer Grundbewegung, einmal im Zug, wenn ihre Seite sie gelegt hat</translation>
    </message>
    <message>
        <source>{player} laid it: no help to her</source>
        <translation>{player} hat sie gelegt: keine Hilfe für sie</translation>
    </message>
    <message>
        <source>roll a d6 against {count} as built: {HARM}</source>
        <translation>W6 gegen {count} wie gebaut: {HARM}</translation>
    </message>
    <message>
        <source>{roll} takes {count}</source>
        <translation>{roll} kostet {count}</translation>
    </message>
    <message>
        <source>{roll} wrecks her</source>
        <translation>{roll} lässt sie zerschellen</translation>
    </message>
    <message>
        <source>roll a d6: no result harms her</source>
        <translation>W6: kein Ergebnis schadet ihr</translation>
    </message>
    <message>
        <source>roll a d6: above {count} tangles her</source>
        <translation>W6: über {count} verfängt sie sich</translation>
    </message>
    <message>
        <source>roll a d6: no result tangles her</source>
        <translation>W6: bei keinem Ergebnis verfängt sie sich</translation>
    </message>
    <message>
        <source>at the end of segment {number} {TOUCH}</source>
        <translation>am Ende von Abschnitt {number}: {TOUCH}</translation>
    </message>
    <message>
        <source>in segment {number} {TOUCH}</source>
        <translation>in Abschnitt {number}: {TOUCH}</translation>
    </message>
    <message>
        <source>{mm} mm into segment {number} {TOUCH}</source>
        <translation>{mm} mm nach Beginn von Abschnitt {number}: {TOUCH}</translation>
    </message>
    <message>
        <source>she has not left it since her move began</source>
        <translation>sie hat es seit Beginn ihrer Bewegung nicht verlassen</translation>
    </message>
    <message>
        <source>her last move ended on it</source>
        <translation>ihre letzte Bewegung endete darauf</translation>
    </message>
    <message>
        <source>she began her turn on it</source>
        <translation>sie hat ihren Zug darauf begonnen</translation>
    </message>
    <message>
        <source>but she still lies on it</source>
        <translation>aber sie liegt noch darauf</translation>
    </message>
    <message>
        <source>but perhaps she still lies on it</source>
        <translation>aber vielleicht liegt sie noch darauf</translation>
    </message>
    <message>
        <source>facing away ({degrees} degrees from straight out)</source>
        <translation>abgewandt ({degrees} Grad von gerade hinaus)</translation>
    </message>
    <message>
        <source>but she does not face away: {degrees} degrees from straight out</source>
        <translation>aber sie ist nicht abgewandt: {degrees} Grad von gerade hinaus</translation>
    </message>
    <message>
        <source>but she may not face away: {degrees} degrees from straight out</source>
        <translation>aber sie ist vielleicht nicht abgewandt: {degrees} Grad von gerade hinaus</translation>
    </message>
    <message>
        <source>it has run aground, and moves no more</source>
        <translation>er ist auf Grund gelaufen und bewegt sich nicht mehr</translation>
    </message>
    <message>
        <source>{name} was in its way when last seen, {seconds} s ago</source>
        <translation>{name} war zuletzt vor {seconds} s in seinem Weg</translation>
    </message>
    <message>
        <source>it meets {name} after {mm} mm</source>
        <translation>er trifft {name} nach {mm} mm</translation>
    </message>
    <message>
        <source>it may or may not meet {name} after {mm} mm</source>
        <translation>er trifft {name} vielleicht nach {mm} mm</translation>
    </message>
    <message>
        <source>it stops, and moves no more in this game</source>
        <translation>er hält an und bewegt sich in dieser Partie nicht mehr</translation>
    </message>
    <message>
        <source>it stops, and {name} loses one mast</source>
        <translation>er hält an, und {name} verliert einen Mast</translation>
    </message>
    <message>
        <source>it stops, and {name} loses one segment</source>
        <translation>er hält an, und {name} verliert ein Segment</translation>
    </message>
    <message>
        <source>{count} islands, {wanted} recommended</source>
        <translation>{count} Inseln, {wanted} empfohlen</translation>
    </message>
    <message>
        <source>{count} islands, {wanted} required</source>
        <translation>{count} Inseln, {wanted} verlangt</translation>
    </message>
    <message>
        <source>{count} terrain, {wanted} recommended</source>
        <translation>{count} Gelände, {wanted} empfohlen</translation>
    </message>
    <message>
        <source>{count} terrain, {wanted} required</source>
        <translation>{count} Gelände, {wanted} verlangt</translation>
    </message>
    <message>
        <source>no {KIND} before the first turn</source>
        <translation>kein {KIND} vor dem ersten Zug</translation>
    </message>
    <message>
        <source>fog-bank</source>
        <translation>Nebelbank</translation>
    </message>
    <message>
        <source>iceberg</source>
        <translation>Eisberg</translation>
    </message>
    <message>
        <source>reef</source>
        <translation>Riff</translation>
    </message>
    <message>
        <source>sargasso-sea</source>
        <translation>Sargassosee</translation>
    </message>
    <message>
        <source>whirlpool</source>
        <translation>Strudel</translation>
    </message>
    <message>
        <source>trade-current</source>
        <translation>Handelsströmung</translation>
    </message>
    <message>
        <source>at least {times} {moves} from {name}</source>
        <translation>mindestens {times} {moves} von {name}</translation>
    </message>
    <message>
        <source>at least {times} {moves} from {name} (recommended)</source>
        <translation>mindestens {times} {moves} von {name} (empfohlen)</translation>
    </message>
    <message>
        <source>less than {times} {moves} from {name}</source>
        <translation>weniger als {times} {moves} von {name}</translation>
    </message>
    <message>
        <source>less than {times} {moves} from {name} (recommended)</source>
        <translation>weniger als {times} {moves} von {name} (empfohlen)</translation>
    </message>
    <message>
        <source>about {times} {moves} from {name}</source>
        <translation>etwa {times} {moves} von {name}</translation>
    </message>
    <message>
        <source>about {times} {moves} from {name} (recommended)</source>
        <translation>etwa {times} {moves} von {name} (empfohlen)</translation>
    </message>
    <message>
        <source>no more than {times} {moves} from {name}</source>
        <translation>nicht mehr als {times} {moves} von {name}</translation>
    </message>
    <message>
        <source>more than {times} {moves} from {name}</source>
        <translation>mehr als {times} {moves} von {name}</translation>
    </message>
    <message>
        <source>its nearest island</source>
        <translation>seiner nächsten Insel</translation>
    </message>
    <message>
        <source>its nearest island (recommended)</source>
        <translation>seiner nächsten Insel (empfohlen)</translation>
    </message>
    <message>
        <source>its farthest island</source>
        <translation>seiner fernsten Insel</translation>
    </message>
    <message>
        <source>its farthest island (recommended)</source>
        <translation>seiner fernsten Insel (empfohlen)</translation>
    </message>
    <message>
        <source>the home island of {player} has not been chosen or seen</source>
        <translation>die Heimatinsel von {player} wurde nicht gewählt oder nicht gesehen</translation>
    </message>
    <message>
        <source>{name} starts S ({mm} mm) away from the home island {island}, as a mercenary must</source>
        <translation>{name} beginnt S ({mm} mm) von der Heimatinsel {island} entfernt, wie ein Söldner muss</translation>
    </message>
    <message>
        <source>{name} does not start S ({mm} mm) away from the home island {island}, as a mercenary must</source>
        <translation>{name} beginnt nicht S ({mm} mm) von der Heimatinsel {island} entfernt, wie ein Söldner muss</translation>
    </message>
    <message>
        <source>{name} may or may not start S ({mm} mm) away from the home island {island}, as a mercenary must</source>
        <translation>{name} beginnt vielleicht S ({mm} mm) von der Heimatinsel {island} entfernt, wie ein Söldner muss</translation>
    </message>
    <message>
        <source>this edition has no forts</source>
        <translation>in dieser Ausgabe gibt es keine Forts</translation>
    </message>
    <message>
        <source>{name} is the home island of {player}: forts stand on wild islands</source>
        <translation>{name} ist die Heimatinsel von {player}: Forts stehen auf wilden Inseln</translation>
    </message>
    <message>
        <source>{name} stands there: one fort an island</source>
        <translation>{name} steht dort: ein Fort je Insel</translation>
    </message>
    <message>
        <source>two opposite corners stand on the island</source>
        <translation>zwei gegenüberliegende Ecken stehen auf der Insel</translation>
    </message>
    <message>
        <source>no two opposite corners stand on the island</source>
        <translation>keine zwei gegenüberliegenden Ecken stehen auf der Insel</translation>
    </message>
    <message>
        <source>a corner stands at the very edge of the island</source>
        <translation>eine Ecke steht genau am Rand der Insel</translation>
    </message>
    <message>
        <source>no picture yet</source>
        <translation>noch kein Bild</translation>
    </message>
    <message>
        <source>the mat is not seen: fewer than two of its tags can be read, nothing is judged</source>
        <translation>die Matte ist nicht zu sehen: weniger als zwei ihrer Marken sind lesbar, nichts wird beurteilt</translation>
    </message>
    <message>
        <source>what is seen and what the table file says cannot be brought together: tableassist check may find the slip</source>
        <translation>was zu sehen ist und was die Tischdatei sagt, passt nicht zusammen: tableassist check findet vielleicht den Fehler</translation>
    </message>
    <message>
        <source>the picture is mirrored: switch mirroring off in the camera's settings, nothing can be measured</source>
        <translation>das Bild ist gespiegelt: die Spiegelung in den Einstellungen der Kamera abschalten, nichts kann gemessen werden</translation>
    </message>
    <message>
        <source>the picture is mirrored: switch mirroring off in the camera's settings</source>
        <translation>das Bild ist gespiegelt: die Spiegelung in den Einstellungen der Kamera abschalten</translation>
    </message>
    <message>
        <source>the mat is not made out: fewer than two of its tags can be read</source>
        <translation>die Matte ist nicht erkannt: weniger als zwei ihrer Marken sind lesbar</translation>
    </message>
    <message>
        <source>the mat is made out badly: {REASON}</source>
        <translation>die Matte ist schlecht erkannt: {REASON}</translation>
    </message>
    <message>
        <source>unknown tag {tags} in view: not in the table file</source>
        <translation>unbekannte Marke {tags} im Bild: nicht in der Tischdatei</translation>
    </message>
    <message>
        <source>mat tag {tags} is seen twice, so it is not used: is another table's mat in view?</source>
        <translation>Mattenmarke {tags} ist doppelt zu sehen und wird nicht verwendet: Ist die Matte eines anderen Tisches im Bild?</translation>
    </message>
    <message>
        <source>measuring is degraded: {REASON}</source>
        <translation>die Messung ist eingeschränkt: {REASON}</translation>
    </message>
    <message>
        <source>mat tag {tags} is not where the table file says, or is partly hidden: left out</source>
        <translation>Mattenmarke {tags} ist nicht, wo die Tischdatei sagt, oder teils verdeckt: ausgelassen</translation>
    </message>
    <message>
        <source>the pieces' tags look {percent} % larger than they should beside the mat's: mat or tags were not printed at 100 %. Measure a tag with a ruler and check it against the table file; nothing is judged</source>
        <translation>die Marken der Teile sehen neben denen der Matte {percent} % zu groß aus: Matte oder Marken wurden nicht mit 100 % gedruckt. Eine Marke mit dem Lineal messen und mit der Tischdatei vergleichen; nichts wird beurteilt</translation>
    </message>
    <message>
        <source>the pieces' tags look {percent} % smaller than they should beside the mat's: mat or tags were not printed at 100 %. Measure a tag with a ruler and check it against the table file; nothing is judged</source>
        <translation>die Marken der Teile sehen neben denen der Matte {percent} % zu klein aus: Matte oder Marken wurden nicht mit 100 % gedruckt. Eine Marke mit dem Lineal messen und mit der Tischdatei vergleichen; nichts wird beurteilt</translation>
    </message>
    <message>
        <source>all pieces lie beside the mat: is it another table's mat that is in view? Nothing is judged</source>
        <translation>alle Teile liegen neben der Matte: Ist die Matte eines anderen Tisches im Bild? Nichts wird beurteilt</translation>
    </message>
    <message>
        <source>the picture grew or shrank by {percent} %: if nobody moved the camera nearer or away, its zoom or focus has changed, and it must be calibrated again</source>
        <translation>das Bild ist um {percent} % gewachsen oder geschrumpft: Hat niemand die Kamera näher oder weiter gerückt, so haben sich Zoom oder Schärfe geändert, und sie muss neu kalibriert werden</translation>
    </message>
    <message>
        <source>the camera or the mat was moved: registered again</source>
        <translation>die Kamera oder die Matte wurde bewegt: neu eingepasst</translation>
    </message>
    <message>
        <source>{name} and {other} overlap: one of them is lifted, or its tag or outline is not right</source>
        <translation>{name} und {other} überlappen: eines ist angehoben, oder seine Marke oder sein Umriss stimmt nicht</translation>
    </message>
    <message>
        <source>{name} lies beside the mat, at {x}, {y} mm</source>
        <translation>{name} liegt neben der Matte, bei {x}, {y} mm</translation>
    </message>
    <message>
        <source>{name}: tag {tag} does not fit with {tags}, and is left out: covered, or come off?</source>
        <translation>{name}: Marke {tag} passt nicht zu {tags} und wird ausgelassen: verdeckt oder abgefallen?</translation>
    </message>
    <message>
        <source>{name}: tag {tags} is partly covered or badly lit, so the plus-minus is wide</source>
        <translation>{name}: Marke {tags} ist teils verdeckt oder schlecht beleuchtet, also ist die Unsicherheit groß</translation>
    </message>
    <message>
        <source>{name}: tag {tags} looks lifted, tipped or of another size than the table file says</source>
        <translation>{name}: Marke {tags} sieht angehoben, gekippt oder anders groß aus, als die Tischdatei sagt</translation>
    </message>
    <message>
        <source>tag {tag} ({name}) is seen {count} times: not used</source>
        <translation>Marke {tag} ({name}) ist {count}-mal zu sehen: nicht verwendet</translation>
    </message>
    <message>
        <source>only {count} mat tags seen, {least} or more are needed</source>
        <translation>nur {count} Mattenmarken gesehen, {least} oder mehr sind nötig</translation>
    </message>
    <message>
        <source>the mat tags seen lie almost in one line</source>
        <translation>die gesehenen Mattenmarken liegen fast auf einer Linie</translation>
    </message>
    <message>
        <source>the mat's tags look {percent} % larger than the table file says: were they printed at 100 %?</source>
        <translation>die Mattenmarken sehen {percent} % größer aus, als die Tischdatei sagt: Wurden sie mit 100 % gedruckt?</translation>
    </message>
    <message>
        <source>the mat's tags look {percent} % smaller than the table file says: were they printed at 100 %?</source>
        <translation>die Mattenmarken sehen {percent} % kleiner aus, als die Tischdatei sagt: Wurden sie mit 100 % gedruckt?</translation>
    </message>
    <message>
        <source>mat tags fit {times} times worse than expected: check lens and layout</source>
        <translation>die Mattenmarken passen {times}-mal schlechter als erwartet: Objektiv und Auslage prüfen</translation>
    </message>
    <message>
        <source>mat tags {tags} are not where the layout says</source>
        <translation>die Mattenmarken {tags} sind nicht, wo sie sein sollten</translation>
    </message>
    <message>
        <source>the flat picture of the mat disagrees by {mm} mm: check the lens profile and the layout</source>
        <translation>das flache Bild der Matte weicht um {mm} mm ab: Objektivprofil und Auslage prüfen</translation>
    </message>
    <message>
        <source>this camera is not calibrated, a typical lens is assumed: the plus-minus is large. Run tableassist calibrate to make it small</source>
        <translation>diese Kamera ist nicht kalibriert, ein übliches Objektiv wird angenommen: Die Unsicherheit ist groß. tableassist calibrate macht sie klein</translation>
    </message>
    <message>
        <source>the camera profile was made for {size} and is scaled to {other}</source>
        <translation>das Kameraprofil wurde für {size} gemacht und ist auf {other} umgerechnet</translation>
    </message>
    <message>
        <source>camera profile: made for {size}, got pictures of {other}, expected that size or one of exactly the same aspect</source>
        <translation>Kameraprofil: gemacht für {size}, die Bilder haben {other}, erwartet wird diese Größe oder genau dasselbe Seitenverhältnis</translation>
    </message>
    <message>
        <source>this picture could not be judged: {problem}</source>
        <translation>dieses Bild konnte nicht beurteilt werden: {problem}</translation>
    </message>
    <message>
        <source>good</source>
        <translation>gut</translation>
    </message>
    <message>
        <source>usable</source>
        <translation>brauchbar</translation>
    </message>
    <message>
        <source>reject</source>
        <translation>unbrauchbar</translation>
    </message>
    <message>
        <source>overruling</source>
        <translation>anderes Urteil</translation>
    </message>
    <message>
        <source>taken back: {words}</source>
        <translation>rückgängig: {words}</translation>
    </message>
    <message>
        <source>stopped by her own masts</source>
        <translation>endet an den eigenen Masten</translation>
    </message>
    <message>
        <source>stopped by {piece}</source>
        <translation>endet an {piece}</translation>
    </message>
    <message>
        <source>Set up your table</source>
        <translation>Den Tisch einrichten</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>&amp;Später</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Skip this step</source>
        <translation>Schritt übe&amp;rspringen</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>&amp;Play the demo</source>
        <translation>&amp;Demo spielen</translation>
    </message>
    <message>
        <source>&amp;Finish</source>
        <translation>&amp;Fertig</translation>
    </message>
    <message>
        <source>✓  {title}</source>
        <translation>✓  {title}</translation>
    </message>
    <message>
        <source>–  {title} (skipped)</source>
        <translation>–  {title} (übersprungen)</translation>
    </message>
    <message>
        <source>{number}  {title}</source>
        <translation>{number}  {title}</translation>
    </message>
    <message>
        <source>Skipping: {cost}</source>
        <translation>Beim Überspringen: {cost}</translation>
    </message>
    <message>
        <source>Fix the camera's focus and zoom. Then show it the printed board, glued on something flat: tilted to every side, and in every corner of the picture. Hold it still for a moment; each view is taken by itself, with a beep. What is still hatched has not seen the board.</source>
        <translation>Schärfe und Zoom der Kamera fest einstellen. Dann die gedruckte Tafel zeigen, auf etwas Ebenes geklebt: nach jeder Seite gekippt und in jeder Ecke des Bildes. Kurz still halten; jede Aufnahme geschieht von selbst, mit einem Ton. Was noch schraffiert ist, hat die Tafel nicht gesehen.</translation>
    </message>
    <message>
        <source>top</source>
        <translation>oben</translation>
    </message>
    <message>
        <source>above the middle</source>
        <translation>über der Mitte</translation>
    </message>
    <message>
        <source>below the middle</source>
        <translation>unter der Mitte</translation>
    </message>
    <message>
        <source>bottom</source>
        <translation>unten</translation>
    </message>
    <message>
        <source>left</source>
        <translation>links</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>right</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>Calibrate the camera</source>
        <translation>Die Kamera kalibrieren</translation>
    </message>
    <message>
        <source>That is enough</source>
        <translation>Das genügt</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Von vorn beginnen</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>Das hat nicht geklappt</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>Brauchbar</translation>
    </message>
    <message>
        <source>Not good enough</source>
        <translation>Nicht gut genug</translation>
    </message>
    <message>
        <source>Hold the board still in front of the camera, so that it fills half of the picture.</source>
        <translation>Die Tafel still vor die Kamera halten, so dass sie das halbe Bild füllt.</translation>
    </message>
    <message>
        <source>Hold the board straight towards the camera.</source>
        <translation>Die Tafel gerade zur Kamera halten.</translation>
    </message>
    <message>
        <source>Turn and tilt the board in other ways, nearer and farther.</source>
        <translation>Die Tafel anders drehen und kippen, näher und weiter weg.</translation>
    </message>
    <message>
        <source>That is enough.</source>
        <translation>Das genügt.</translation>
    </message>
    <message>
        <source>{high}, {across}</source>
        <translation>{high}, {across}</translation>
    </message>
    <message>
        <source>Working it out…</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>It was not kept. Go on showing the board, then press “That is enough” again.</source>
        <translation>Nicht übernommen. Die Tafel weiter zeigen, dann noch einmal „Das genügt“ drücken.</translation>
    </message>
    <message>
        <source>The board is not seen.</source>
        <translation>Die Tafel ist nicht zu sehen.</translation>
    </message>
    <message>
        <source>Hold it still…</source>
        <translation>Still halten …</translation>
    </message>
    <message>
        <source>The picture is blurred: hold it still, with more light.</source>
        <translation>Das Bild ist unscharf: still halten, mit mehr Licht.</translation>
    </message>
    <message>
        <source>Taken already: hold it another way.</source>
        <translation>Schon aufgenommen: anders halten.</translation>
    </message>
    <message>
        <source>upper</source>
        <translation>obere</translation>
    </message>
    <message>
        <source>lower</source>
        <translation>untere</translation>
    </message>
    <message>
        <source>{taken} of {enough} views</source>
        <translation>{taken} von {enough} Aufnahmen</translation>
    </message>
    <message>
        <source>Tilt the board so that its {side} side is farther away, by a third of a right angle.</source>
        <translation>Die Tafel so kippen, dass ihre {side} Seite weiter weg ist, um ein Drittel eines rechten Winkels.</translation>
    </message>
    <message>
        <source>Move the board to another part of the picture: {part}.</source>
        <translation>Die Tafel in einen anderen Teil des Bildes halten: {part}.</translation>
    </message>
    <message>
        <source>Kept in {file}, which the table now uses.</source>
        <translation>Gespeichert in {file}; der Tisch verwendet es nun.</translation>
    </message>
    <message>
        <source>Without it a typical lens is assumed, and every plus-minus is several times as wide.</source>
        <translation>Ohne Kalibrierung wird ein übliches Objektiv angenommen, und jede Unsicherheit ist ein Mehrfaches so groß.</translation>
    </message>
    <message>
        <source>Little for ships that lie close together; places on the mat are less well known.</source>
        <translation>Wenig bei Schiffen, die nah beieinander liegen; Stellen auf der Matte sind weniger genau bekannt.</translation>
    </message>
    <message>
        <source>This counts most: a plate that was glued on by eye makes every gap several times as uncertain.</source>
        <translation>Das zählt am meisten: Ein nach Augenmaß geklebtes Plättchen macht jeden Abstand um ein Mehrfaches unsicherer.</translation>
    </message>
    <message>
        <source>Without it a typical lens is assumed. The gap between two ships is then known to ± {gap} mm instead of ± {best} mm, a place on the mat to ± {place} mm instead of ± {best_place} mm.</source>
        <translation>Ohne Kalibrierung wird ein übliches Objektiv angenommen. Der Abstand zweier Schiffe ist dann auf ± {gap} mm statt ± {best} mm bekannt, eine Stelle auf der Matte auf ± {place} mm statt ± {best_place} mm.</translation>
    </message>
    <message>
        <source>Little if you taped the tags with care: a place on the mat is known to ± {place} mm instead of ± {best_place} mm. A tag that is a few millimetres off is then not noticed.</source>
        <translation>Wenig, wenn die Marken sorgfältig geklebt sind: Eine Stelle auf der Matte ist auf ± {place} mm statt ± {best_place} mm bekannt. Eine Marke, die einige Millimeter daneben liegt, fällt dann nicht auf.</translation>
    </message>
    <message>
        <source>This counts most. With plates glued on by eye the gap between two ships is known to ± {gap} mm instead of ± {best} mm.</source>
        <translation>Das zählt am meisten. Mit nach Augenmaß geklebten Plättchen ist der Abstand zweier Schiffe auf ± {gap} mm statt ± {best} mm bekannt.</translation>
    </message>
    <message>
        <source>Set {ship} on the jig, in direction {direction} ({number} of {all}).</source>
        <translation>{ship} auf das Einmessblatt stellen, Richtung {direction} ({number} von {all}).</translation>
    </message>
    <message>
        <source>No hand glues a plate on straight, so each ship's tag is measured. Lay the printed jig on the mat, where the camera sees it a little from the side. Set a ship on it, bow at the stop, keel on the line; hold your hands away until it beeps, then set her in the next direction.</source>
        <translation>Niemand klebt ein Plättchen genau gerade auf, also wird die Marke jedes Schiffs eingemessen. Das gedruckte Einmessblatt auf die Matte legen, wo die Kamera es etwas von der Seite sieht. Ein Schiff daraufstellen, Bug am Anschlag, Kiel auf der Linie; die Hände weghalten, bis ein Ton kommt, dann in die nächste Richtung stellen.</translation>
    </message>
    <message>
        <source>All done.</source>
        <translation>Alles erledigt.</translation>
    </message>
    <message>
        <source>Set {ship} on the jig, in any direction ({number} of {all}).</source>
        <translation>{ship} auf das Einmessblatt stellen, Richtung beliebig ({number} von {all}).</translation>
    </message>
    <message>
        <source>Fit out the ships</source>
        <translation>Die Schiffe einmessen</translation>
    </message>
    <message>
        <source>Ships and how far they are</source>
        <translation>Schiffe und wie weit sie sind</translation>
    </message>
    <message>
        <source>Leave this ship out</source>
        <translation>Dieses Schiff auslassen</translation>
    </message>
    <message>
        <source>This ship again</source>
        <translation>Dieses Schiff noch einmal</translation>
    </message>
    <message>
        <source>Each ship in</source>
        <translation>Jedes Schiff in</translation>
    </message>
    <message>
        <source>✓ {ship}: good, bow ± {bow} mm</source>
        <translation>✓ {ship}: gut, Bug ± {bow} mm</translation>
    </message>
    <message>
        <source>✓ {ship}: usable, bow ± {bow} mm</source>
        <translation>✓ {ship}: brauchbar, Bug ± {bow} mm</translation>
    </message>
    <message>
        <source>   {ship}</source>
        <translation>   {ship}</translation>
    </message>
    <message>
        <source>four directions: best</source>
        <translation>vier Richtungen: am besten</translation>
    </message>
    <message>
        <source>two directions: quicker</source>
        <translation>zwei Richtungen: schneller</translation>
    </message>
    <message>
        <source>This table has no ship with a tag: there is nothing to fit out.</source>
        <translation>Kein Schiff dieses Tisches hat eine Marke: Es gibt nichts einzumessen.</translation>
    </message>
    <message>
        <source>– {ship}: left out</source>
        <translation>– {ship}: ausgelassen</translation>
    </message>
    <message>
        <source>▸ {ship}: {taken} of {all}</source>
        <translation>▸ {ship}: {taken} von {all}</translation>
    </message>
    <message>
        <source>Hold still…</source>
        <translation>Still halten …</translation>
    </message>
    <message>
        <source>✗ {ship}: must be done again</source>
        <translation>✗ {ship}: muss wiederholt werden</translation>
    </message>
    <message>
        <source>Cut out the mat tags and tape them flat along the border, each where the words on it say, arrows pointing away from you. Hang the camera so that all of them are in its picture.</source>
        <translation>Die Mattenmarken ausschneiden und flach am Rand entlang aufkleben, jede dort, wo es auf ihr steht, die Pfeile vom Betrachter weg. Die Kamera so aufhängen, dass alle in ihrem Bild sind.</translation>
    </message>
    <message>
        <source>Each tag that is missing widens the plus-minus; with fewer than four the mat is not measured well.</source>
        <translation>Jede fehlende Marke vergrößert die Unsicherheit; mit weniger als vier wird die Matte schlecht gemessen.</translation>
    </message>
    <message>
        <source>None is missing.</source>
        <translation>Keine fehlt.</translation>
    </message>
    <message>
        <source>near left corner</source>
        <translation>Ecke vorn links</translation>
    </message>
    <message>
        <source>near edge</source>
        <translation>vorderer Rand</translation>
    </message>
    <message>
        <source>near right corner</source>
        <translation>Ecke vorn rechts</translation>
    </message>
    <message>
        <source>left edge</source>
        <translation>linker Rand</translation>
    </message>
    <message>
        <source>right edge</source>
        <translation>rechter Rand</translation>
    </message>
    <message>
        <source>far left corner</source>
        <translation>Ecke hinten links</translation>
    </message>
    <message>
        <source>far edge</source>
        <translation>hinterer Rand</translation>
    </message>
    <message>
        <source>far right corner</source>
        <translation>Ecke hinten rechts</translation>
    </message>
    <message>
        <source>Lay out the mat</source>
        <translation>Die Matte auslegen</translation>
    </message>
    <message>
        <source>Missing: {tags}</source>
        <translation>Es fehlen: {tags}</translation>
    </message>
    <message>
        <source>The picture is mirrored: switch mirroring off in the camera's settings.</source>
        <translation>Das Bild ist gespiegelt: die Spiegelung in den Einstellungen der Kamera abschalten.</translation>
    </message>
    <message>
        <source>Not where the table file says, or taped the wrong way round: {tags}</source>
        <translation>Nicht dort, wo es in der Tischdatei steht, oder verkehrt herum aufgeklebt: {tags}</translation>
    </message>
    <message>
        <source>Not in the table file: {tags}. Is it the kit of another table?</source>
        <translation>Nicht in der Tischdatei: {tags}. Sind es Vorlagen eines anderen Tisches?</translation>
    </message>
    <message>
        <source>Bring at least four tags of the mat's border into the picture.</source>
        <translation>Mindestens vier Marken vom Rand der Matte ins Bild bringen.</translation>
    </message>
    <message>
        <source>Good: the mat can be measured.</source>
        <translation>Gut: Die Matte kann gemessen werden.</translation>
    </message>
    <message>
        <source>{number} ({place})</source>
        <translation>{number} ({place})</translation>
    </message>
    <message>
        <source>{seen} of {all} mat tags seen</source>
        <translation>{seen} von {all} Mattenmarken gesehen</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>und {count} weitere</translation>
    </message>
    <message>
        <source>{number} missing</source>
        <translation>{number} fehlt</translation>
    </message>
    <message>
        <source>The tags do not fit together well: {reason}</source>
        <translation>Die Marken passen nicht gut zusammen: {reason}</translation>
    </message>
    <message>
        <source>No camera has been chosen. Go back to the first step, or skip this one.</source>
        <translation>Es ist keine Kamera gewählt. Zum ersten Schritt zurückgehen oder diesen überspringen.</translation>
    </message>
    <message>
        <source>No table file has been chosen. Go back to the second step, or skip this one.</source>
        <translation>Es ist keine Tischdatei gewählt. Zum zweiten Schritt zurückgehen oder diesen überspringen.</translation>
    </message>
    <message>
        <source>Opening the camera…</source>
        <translation>Die Kamera wird geöffnet …</translation>
    </message>
    <message>
        <source>Lay one card of the game flat on the mat, on its own, away from the tags. Its sides are measured through the camera and held against what they really are. If you have a ruler, measure your card first.</source>
        <translation>Eine Karte des Spiels flach auf die Matte legen, allein, abseits der Marken. Ihre Seiten werden durch die Kamera gemessen und mit ihrer wahren Länge verglichen. Wer ein Lineal hat, misst die Karte vorher nach.</translation>
    </message>
    <message>
        <source>Nothing is lost, but then nobody has checked that the numbers are right.</source>
        <translation>Nichts geht verloren, aber niemand hat geprüft, ob die Zahlen stimmen.</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>Prove it</source>
        <translation>Die Probe</translation>
    </message>
    <message>
        <source>Long side</source>
        <translation>Lange Seite</translation>
    </message>
    <message>
        <source>Short side</source>
        <translation>Kurze Seite</translation>
    </message>
    <message>
        <source>Is it this card's true size, does it lie flat, and is the camera calibrated and in focus?</source>
        <translation>Ist es die wahre Größe dieser Karte, liegt sie flach, und ist die Kamera kalibriert und scharf gestellt?</translation>
    </message>
    <message>
        <source>Long side: {measured} mm, off by {off} mm.</source>
        <translation>Lange Seite: {measured} mm, Abweichung {off} mm.</translation>
    </message>
    <message>
        <source>Short side: {measured} mm, off by {off} mm.</source>
        <translation>Kurze Seite: {measured} mm, Abweichung {off} mm.</translation>
    </message>
    <message>
        <source>The card really measures:</source>
        <translation>Wahre Maße der Karte:</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>Bestanden</translation>
    </message>
    <message>
        <source>Not passed</source>
        <translation>Nicht bestanden</translation>
    </message>
    <message>
        <source>The program claims ± {claimed} mm; up to {allowed} mm is allowed.</source>
        <translation>Das Programm behauptet ± {claimed} mm; erlaubt sind bis zu {allowed} mm.</translation>
    </message>
    <message>
        <source>Not yet</source>
        <translation>Noch nicht</translation>
    </message>
    <message>
        <source>Pick the camera that will look down on the table. Its picture should appear on the right. It need not hang in its place yet.</source>
        <translation>Die Kamera wählen, die auf den Tisch schaut. Rechts sollte ihr Bild erscheinen. Sie muss noch nicht an ihrem Platz hängen.</translation>
    </message>
    <message>
        <source>Without a camera only the demo can be played.</source>
        <translation>Ohne Kamera kann nur die Demo gespielt werden.</translation>
    </message>
    <message>
        <source>A table file says how large the mat is, which ships play, and which tag each of them carries. Open the one you have, or make a new one.</source>
        <translation>Eine Tischdatei sagt, wie groß die Matte ist, welche Schiffe mitspielen und welche Marke jedes trägt. Eine vorhandene öffnen oder eine neue anlegen.</translation>
    </message>
    <message>
        <source>Without a table file nothing can be printed or measured; only the demo can be played.</source>
        <translation>Ohne Tischdatei kann nichts gedruckt oder gemessen werden; nur die Demo kann gespielt werden.</translation>
    </message>
    <message>
        <source>{name}. Mat: {width} × {height} mm, {tags} tags. Pieces: {pieces}.
{path}</source>
        <translation>{name}. Matte: {width} × {height} mm, {tags} Marken. Teile: {pieces}.
{path}</translation>
    </message>
    <message>
        <source>The kit holds everything on paper: tags for the mat and the ships, the calibration board, the jig and a ruler. Print it at 100 % (“actual size”, never “fit to page”), on one side of the paper.</source>
        <translation>Die Vorlagen enthalten alles auf Papier: Marken für die Matte und die Schiffe, die Kalibriertafel, das Einmessblatt und ein Lineal. Mit 100 % drucken („tatsächliche Größe“, nie „an Seite anpassen“), auf eine Seite des Papiers.</translation>
    </message>
    <message>
        <source>Nothing, if you have printed it before. Without tags neither the mat nor a ship can be found.</source>
        <translation>Nichts, wenn schon gedruckt ist. Ohne Marken werden weder Matte noch Schiffe gefunden.</translation>
    </message>
    <message>
        <source>Choose the camera</source>
        <translation>Die Kamera wählen</translation>
    </message>
    <message>
        <source>Your table</source>
        <translation>Der Tisch</translation>
    </message>
    <message>
        <source>Open a table file…</source>
        <translation>Tischdatei öffnen …</translation>
    </message>
    <message>
        <source>My table</source>
        <translation>Mein Tisch</translation>
    </message>
    <message>
        <source>Make a new table file…</source>
        <translation>Neue Tischdatei anlegen …</translation>
    </message>
    <message>
        <source>A new table</source>
        <translation>Ein neuer Tisch</translation>
    </message>
    <message>
        <source>Its name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Mat, width x height in mm</source>
        <translation>Matte, Breite x Höhe in mm</translation>
    </message>
    <message>
        <source>Open a table file</source>
        <translation>Tischdatei öffnen</translation>
    </message>
    <message>
        <source>Table files (*.toml)</source>
        <translation>Tischdateien (*.toml)</translation>
    </message>
    <message>
        <source>Where to keep the table</source>
        <translation>Wo der Tisch liegen soll</translation>
    </message>
    <message>
        <source>Print the kit</source>
        <translation>Die Vorlagen drucken</translation>
    </message>
    <message>
        <source>Save the kit as a PDF…</source>
        <translation>Vorlagen als PDF speichern …</translation>
    </message>
    <message>
        <source>Open it, to print</source>
        <translation>Zum Drucken öffnen</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Papier</translation>
    </message>
    <message>
        <source>When it is printed</source>
        <translation>Wenn gedruckt ist</translation>
    </message>
    <message>
        <source>It measures</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Save the kit</source>
        <translation>Vorlagen speichern</translation>
    </message>
    <message>
        <source>PDF files (*.pdf)</source>
        <translation>PDF-Dateien (*.pdf)</translation>
    </message>
    <message>
        <source>Player 1</source>
        <translation>Spieler 1</translation>
    </message>
    <message>
        <source>Player 2</source>
        <translation>Spieler 2</translation>
    </message>
    <message>
        <source>Names of ships, with commas: HMS Titan, HMS Gallowglass</source>
        <translation>Namen der Schiffe, mit Kommas: HMS Titan, HMS Gallowglass</translation>
    </message>
    <message>
        <source>A player</source>
        <translation>Ein Spieler</translation>
    </message>
    <message>
        <source>Her or his ships</source>
        <translation>Zugehörige Schiffe</translation>
    </message>
    <message>
        <source>Looking the ships up…</source>
        <translation>Die Schiffe werden nachgeschlagen …</translation>
    </message>
    <message>
        <source>At the foot of each page is a line that should be 100 mm long. Measure it with a ruler:</source>
        <translation>Am Fuß jeder Seite steht eine Linie, die 100 mm lang sein soll. Mit einem Lineal nachmessen:</translation>
    </message>
    <message>
        <source>Drawing the pages…</source>
        <translation>Die Seiten werden gezeichnet …</translation>
    </message>
    <message>
        <source>Good: the pages are true to size.</source>
        <translation>Gut: Die Seiten sind maßstabsgetreu.</translation>
    </message>
    <message>
        <source>Saved: {pages} pages.
{path}</source>
        <translation>Gespeichert: {pages} Seiten.
{path}</translation>
    </message>
    <message>
        <source>The printer has made the pages {percent} % of their size. Print them again at 100 %.</source>
        <translation>Der Drucker hat die Seiten auf {percent} % verändert. Noch einmal mit 100 % drucken.</translation>
    </message>
    <message>
        <source>No hand tapes a tag exactly where it belongs, so the program finds where they really are. Take the camera in your hand and look at the whole mat from eight sides, tilted; or leave it hanging, and turn and shift the mat below it. Hold still each time until it beeps.</source>
        <translation>Niemand klebt eine Marke genau dorthin, wo sie hingehört, also findet das Programm ihre wahren Plätze. Die Kamera in die Hand nehmen und die ganze Matte von acht Seiten schräg ansehen; oder sie hängen lassen und die Matte darunter drehen und verschieben. Jedes Mal still halten, bis ein Ton kommt.</translation>
    </message>
    <message>
        <source>Move the camera or turn the mat, then hold still.</source>
        <translation>Die Kamera bewegen oder die Matte drehen, dann still halten.</translation>
    </message>
    <message>
        <source>Survey the mat</source>
        <translation>Die Matte vermessen</translation>
    </message>
    <message>
        <source>Fewer than three of the mat's tags are seen.</source>
        <translation>Weniger als drei Mattenmarken sind zu sehen.</translation>
    </message>
    <message>
        <source>Surveyed, with a warning</source>
        <translation>Vermessen, mit einer Warnung</translation>
    </message>
    <message>
        <source>Surveyed</source>
        <translation>Vermessen</translation>
    </message>
    <message>
        <source>The tag that was taped worst lies {far} mm off; each is now known to ± {known} mm.</source>
        <translation>Die am schlechtesten geklebte Marke liegt {far} mm daneben; jede ist nun auf ± {known} mm bekannt.</translation>
    </message>
    <message>
        <source>she can lie here</source>
        <translation>hier kann sie liegen</translation>
    </message>
    <message>
        <source>Ghost</source>
        <translation>Geist</translation>
    </message>
    <message>
        <source>Back to where she &amp;lies</source>
        <translation>Zurück an ihren P&amp;latz</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>keine Angabe</translation>
    </message>
    <message>
        <source>Base move of the ship</source>
        <translation>Grundbewegung des Schiffs</translation>
    </message>
    <message>
        <source>Holds of the ship</source>
        <translation>Laderäume des Schiffs</translation>
    </message>
    <message>
        <source>Whether a captain is aboard</source>
        <translation>Ob ein Kapitän an Bord ist</translation>
    </message>
    <message>
        <source>Whether she may lie there</source>
        <translation>Ob sie dort liegen darf</translation>
    </message>
    <message>
        <source>What she could do from there</source>
        <translation>Was sie von dort aus tun könnte</translation>
    </message>
    <message>
        <source>Base move</source>
        <translation>Grundbewegung</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Laderäume</translation>
    </message>
    <message>
        <source>Captain</source>
        <translation>Kapitän</translation>
    </message>
    <message>
        <source>From there</source>
        <translation>Von dort aus</translation>
    </message>
    <message>
        <source>Q and E turn her, Esc puts her back.</source>
        <translation>Q und E drehen sie, Esc stellt sie zurück.</translation>
    </message>
    <message>
        <source>Turn the ghost to port</source>
        <translation>Den Geist nach Backbord drehen</translation>
    </message>
    <message>
        <source>Turn the ghost to starboard</source>
        <translation>Den Geist nach Steuerbord drehen</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>partly full</source>
        <translation>teils gefüllt</translation>
    </message>
    <message>
        <source>full</source>
        <translation>voll</translation>
    </message>
    <message>
        <source>aboard</source>
        <translation>an Bord</translation>
    </message>
    <message>
        <source>not aboard</source>
        <translation>nicht an Bord</translation>
    </message>
    <message>
        <source>Click a ship to take her ghost</source>
        <translation>Ein Schiff anklicken, um ihren Geist zu nehmen</translation>
    </message>
    <message>
        <source>Drag her by the hull to move her, by the bow to turn her. Shift heads her the way she is dragged.</source>
        <translation>Am Rumpf ziehen bewegt sie, am Bug ziehen dreht sie. Umschalt richtet sie in die Richtung, in die gezogen wird.</translation>
    </message>
    <message>
        <source>From here she reaches nobody and touches nothing.</source>
        <translation>Von hier aus erreicht sie niemanden und berührt nichts.</translation>
    </message>
    <message>
        <source>back where it was</source>
        <translation>wieder am alten Platz</translation>
    </message>
    <message>
        <source>{mm} mm to port</source>
        <translation>{mm} mm nach Backbord</translation>
    </message>
    <message>
        <source>{mm} mm to starboard</source>
        <translation>{mm} mm nach Steuerbord</translation>
    </message>
    <message>
        <source>turn {degrees}° to port</source>
        <translation>{degrees}° nach Backbord drehen</translation>
    </message>
    <message>
        <source>turn {degrees}° to starboard</source>
        <translation>{degrees}° nach Steuerbord drehen</translation>
    </message>
    <message>
        <source>{mm} mm ahead</source>
        <translation>{mm} mm voraus</translation>
    </message>
    <message>
        <source>{mm} mm astern</source>
        <translation>{mm} mm achteraus</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Zurückstellen</translation>
    </message>
    <message>
        <source>Pieces that were moved, the least moved first. Choose one: its ghost shows where it lay before.</source>
        <translation>Verschobene Teile, das am wenigsten verschobene zuerst. Eins wählen: Sein Geist zeigt, wo es vorher lag.</translation>
    </message>
    <message>
        <source>Which way to move the piece</source>
        <translation>Wohin das Teil zu bewegen ist</translation>
    </message>
    <message>
        <source>Pieces that were moved</source>
        <translation>Verschobene Teile</translation>
    </message>
    <message>
        <source>Everything lies where it lay.</source>
        <translation>Alles liegt, wo es lag.</translation>
    </message>
    <message>
        <source>Move it {way}.</source>
        <translation>Bewegen: {way}.</translation>
    </message>
    <message>
        <source>{piece}: {way}</source>
        <translation>{piece}: {way}</translation>
    </message>
    <message>
        <source>{piece} is back where it was</source>
        <translation>{piece} liegt wieder am alten Platz</translation>
    </message>
    <message>
        <source>She can lie here.</source>
        <translation>Hier kann sie liegen.</translation>
    </message>
    <message>
        <source>She cannot lie here.</source>
        <translation>Hier kann sie nicht liegen.</translation>
    </message>
    <message>
        <source>Too close to call, or not known.</source>
        <translation>Zu knapp oder nicht bekannt.</translation>
    </message>
    <message>
        <source>; house rule: {names}</source>
        <translation>; Hausregel: {names}</translation>
    </message>
    <message>
        <source>Measures a real table of &lt;i&gt;Pirates of the Spanish Main&lt;/i&gt; with a camera and says YES, NO or TOO CLOSE TO CALL, with the error it claims and the rule it follows.</source>
        <translation>Misst mit einer Kamera einen echten Tisch von &lt;i&gt;Pirates of the Spanish Main&lt;/i&gt; und sagt JA, NEIN oder ZU KNAPP, mit der Unsicherheit, für die es einsteht, und der Regel, der es folgt.</translation>
    </message>
    <message>
        <source>It is an aid to the players, not a judge over them: what they agree on stands.</source>
        <translation>Es hilft den Spielern und richtet nicht über sie: Worauf sie sich einigen, das gilt.</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later. Not connected with the makers of the game.</source>
        <translation>Freie Software unter der GNU General Public License, Version 3 oder später. Steht mit den Herstellern des Spiels nicht in Verbindung.</translation>
    </message>
    <message>
        <source>Click a piece</source>
        <translation>Ein Teil anklicken</translation>
    </message>
    <message>
        <source>Her ranges, lines and rulings</source>
        <translation>Ihre Reichweiten, Linien und Urteile</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>Zoom about the pointer</source>
        <translation>Um den Zeiger zoomen</translation>
    </message>
    <message>
        <source>Wheel over the time line</source>
        <translation>Mausrad über der Zeitleiste</translation>
    </message>
    <message>
        <source>Zoom; with Shift, move along; a double click shows all</source>
        <translation>Zoomen; mit Umschalt entlanggehen; ein Doppelklick zeigt alles</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Move the picture</source>
        <translation>Das Bild verschieben</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Edge of the mat</source>
        <translation>Rand der Matte</translation>
    </message>
    <message>
        <source>Island</source>
        <translation>Insel</translation>
    </message>
    <message>
        <source>Fog bank</source>
        <translation>Nebelbank</translation>
    </message>
    <message>
        <source>Reef</source>
        <translation>Riff</translation>
    </message>
    <message>
        <source>Other terrain</source>
        <translation>Anderes Gelände</translation>
    </message>
    <message>
        <source>First fleet</source>
        <translation>Erste Flotte</translation>
    </message>
    <message>
        <source>Second fleet</source>
        <translation>Zweite Flotte</translation>
    </message>
    <message>
        <source>Third fleet</source>
        <translation>Dritte Flotte</translation>
    </message>
    <message>
        <source>Fourth fleet</source>
        <translation>Vierte Flotte</translation>
    </message>
    <message>
        <source>No owner</source>
        <translation>Ohne Besitzer</translation>
    </message>
    <message>
        <source>Sail</source>
        <translation>Segel</translation>
    </message>
    <message>
        <source>Mast</source>
        <translation>Mast</translation>
    </message>
    <message>
        <source>Bow zone</source>
        <translation>Bugzone</translation>
    </message>
    <message>
        <source>Short range</source>
        <translation>Kurze Reichweite</translation>
    </message>
    <message>
        <source>Long range</source>
        <translation>Lange Reichweite</translation>
    </message>
    <message>
        <source>One cannon’s range</source>
        <translation>Reichweite einer Kanone</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>Versperrt</translation>
    </message>
    <message>
        <source>Beyond what blocks</source>
        <translation>Hinter dem, was versperrt</translation>
    </message>
    <message>
        <source>Where a line ends</source>
        <translation>Wo eine Linie endet</translation>
    </message>
    <message>
        <source>What blocks</source>
        <translation>Was versperrt</translation>
    </message>
    <message>
        <source>Too close to call</source>
        <translation>Zu knapp</translation>
    </message>
    <message>
        <source>Contact</source>
        <translation>Kontakt</translation>
    </message>
    <message>
        <source>Plus-minus</source>
        <translation>Unsicherheit</translation>
    </message>
    <message>
        <source>Not seen now</source>
        <translation>Jetzt nicht gesehen</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Not allowed here</source>
        <translation>Hier nicht erlaubt</translation>
    </message>
    <message>
        <source>She can reach</source>
        <translation>Was sie erreichen kann</translation>
    </message>
    <message>
        <source>What was asked about</source>
        <translation>Wonach gefragt wurde</translation>
    </message>
    <message>
        <source>Send &amp;ashore</source>
        <translation>Von Bord &amp;schicken</translation>
    </message>
    <message>
        <source>Crew aboard</source>
        <translation>Mannschaft an Bord</translation>
    </message>
    <message>
        <source>Crew of the catalogue</source>
        <translation>Mannschaft des Katalogs</translation>
    </message>
    <message>
        <source>Find crew to take aboard: name or number</source>
        <translation>Mannschaft suchen: Name oder Nummer</translation>
    </message>
    <message>
        <source>Find crew to take aboard</source>
        <translation>Mannschaft suchen, die an Bord kommt</translation>
    </message>
    <message>
        <source>What the crew changes</source>
        <translation>Was die Mannschaft ändert</translation>
    </message>
    <message>
        <source>{crew} leaves {ship}</source>
        <translation>{crew} verlässt {ship}</translation>
    </message>
    <message>
        <source>{crew} comes aboard {ship}</source>
        <translation>{crew} kommt an Bord von {ship}</translation>
    </message>
    <message>
        <source>No crew of that name.</source>
        <translation>Keine Mannschaft dieses Namens.</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>Spielstand</translation>
    </message>
    <message>
        <source>&amp;Next player</source>
        <translation>&amp;Nächster Spieler</translation>
    </message>
    <message>
        <source>No turn has begun</source>
        <translation>Noch kein Zug</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>niemand</translation>
    </message>
    <message>
        <source>wild island</source>
        <translation>wilde Insel</translation>
    </message>
    <message>
        <source>No mast stands: she is derelict, unless her card lets her move without.</source>
        <translation>Kein Mast steht: Sie ist steuerlos, außer ihre Karte lässt sie ohne Mast fahren.</translation>
    </message>
    <message>
        <source>{piece}: {state}</source>
        <translation>{piece}: {state}</translation>
    </message>
    <message>
        <source>{piece}: no longer {state}</source>
        <translation>{piece}: nicht mehr {state}</translation>
    </message>
    <message>
        <source>Owner of the piece</source>
        <translation>Besitzer des Teils</translation>
    </message>
    <message>
        <source>Whose home the island is</source>
        <translation>Wessen Heimat die Insel ist</translation>
    </message>
    <message>
        <source>Select a piece on the table</source>
        <translation>Ein Teil auf dem Tisch wählen</translation>
    </message>
    <message>
        <source>Fixed to the hull, lost with no mast: {cannons}</source>
        <translation>Fest am Rumpf, geht mit keinem Mast verloren: {cannons}</translation>
    </message>
    <message>
        <source>{upright} {number} of {piece}</source>
        <translation>{upright} {number} von {piece}</translation>
    </message>
    <message>
        <source>Turn: {player}</source>
        <translation>Am Zug: {player}</translation>
    </message>
    <message>
        <source>{piece} belongs to {player}</source>
        <translation>{piece} gehört {player}</translation>
    </message>
    <message>
        <source>{island} is home of {player}</source>
        <translation>{island} ist Heimat von {player}</translation>
    </message>
    <message>
        <source>&amp;Next: {player}</source>
        <translation>&amp;Nächster: {player}</translation>
    </message>
    <message>
        <source>{what} repaired</source>
        <translation>{what} repariert</translation>
    </message>
    <message>
        <source>{what} lost</source>
        <translation>{what} verloren</translation>
    </message>
    <message>
        <source>{island} is wild</source>
        <translation>{island} ist eine wilde Insel</translation>
    </message>
    <message>
        <source>turn of {player}</source>
        <translation>{player} am Zug</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Besitzer</translation>
    </message>
    <message>
        <source>Home of</source>
        <translation>Heimat von</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Crew</source>
        <translation>Mannschaft</translation>
    </message>
    <message>
        <source>Derelict</source>
        <translation>Steuerlos</translation>
    </message>
    <message>
        <source>Submerged</source>
        <translation>Getaucht</translation>
    </message>
    <message>
        <source>Ghostly</source>
        <translation>Geisterhaft</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verirrt</translation>
    </message>
    <message>
        <source>On fire</source>
        <translation>Brennend</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Festgehalten</translation>
    </message>
    <message>
        <source>Wrecked</source>
        <translation>Zerschellt</translation>
    </message>
    <message>
        <source>Abandoned</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Segment</source>
        <translation>Segment</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Flagge</translation>
    </message>
    <message>
        <source>Masts, front to back</source>
        <translation>Masten, von vorn nach hinten</translation>
    </message>
    <message>
        <source>Segments, front to back</source>
        <translation>Segmente, von vorn nach hinten</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Flaggen</translation>
    </message>
    <message>
        <source>standing</source>
        <translation>steht</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>Destroyed</source>
        <translation>Zerstört</translation>
    </message>
    <message>
        <source>Sunk</source>
        <translation>Gesunken</translation>
    </message>
    <message>
        <source>{name}  ·  {nation}  ·  {points} points  ·  {key}</source>
        <translation>{name}  ·  {nation}  ·  {points} Punkte  ·  {key}</translation>
    </message>
    <message>
        <source>captured from {player}</source>
        <translation>erbeutet, vorher {player}</translation>
    </message>
    <message>
        <source>cannon of rank {rank} and {reach} range</source>
        <translation>Kanone mit Rang {rank} und {reach} Reichweite</translation>
    </message>
    <message>
        <source>{crew}  ·  of another nation: does nothing aboard</source>
        <translation>{crew}  ·  aus einer anderen Nation: an Bord ohne Wirkung</translation>
    </message>
    <message>
        <source>{name} is of another nation than the ship and does nothing aboard.</source>
        <translation>{name} gehört zu einer anderen Nation als das Schiff und bewirkt an Bord nichts.</translation>
    </message>
    <message>
        <source>{name} changes nothing that is measured.</source>
        <translation>{name} ändert nichts, was gemessen wird.</translation>
    </message>
    <message>
        <source>short</source>
        <translation>kurzer</translation>
    </message>
    <message>
        <source>long</source>
        <translation>langer</translation>
    </message>
    <message>
        <source>{camera}: no picture has come for a while.</source>
        <translation>{camera}: Seit einer Weile kommt kein Bild.</translation>
    </message>
    <message>
        <source>Now go to another moment: what has moved since is drawn as a ghost. C ends it.</source>
        <translation>Nun zu einem anderen Moment gehen: Was sich seitdem bewegt hat, erscheint als Geist. C beendet es.</translation>
    </message>
    <message>
        <source>Mark this moment</source>
        <translation>Diesen Moment merken</translation>
    </message>
    <message>
        <source>What is to be seen here?</source>
        <translation>Was ist hier zu sehen?</translation>
    </message>
    <message>
        <source>Record a match</source>
        <translation>Eine Partie aufzeichnen</translation>
    </message>
    <message>
        <source>Matches (*.match)</source>
        <translation>Partien (*.match)</translation>
    </message>
    <message>
        <source>mark</source>
        <translation>Merkzeichen</translation>
    </message>
    <message>
        <source>The match is in {folder}</source>
        <translation>Die Partie liegt in {folder}</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The window speaks the chosen language when it is opened the next time.</source>
        <translation>Das Fenster spricht die gewählte Sprache, wenn es das nächste Mal geöffnet wird.</translation>
    </message>
    <message>
        <source>About Table Assist</source>
        <translation>Über Table Assist</translation>
    </message>
    <message>
        <source>The picture is held. Space lets it run again.</source>
        <translation>Das Bild ist angehalten. Die Leertaste lässt es weiterlaufen.</translation>
    </message>
    <message>
        <source>{player}'s turn</source>
        <translation>{player} ist am Zug</translation>
    </message>
    <message>
        <source>edition {title}</source>
        <translation>Ausgabe {title}</translation>
    </message>
    <message>
        <source>{upright} {number} stands: click when it is lost</source>
        <translation>{upright} {number} steht: anklicken, wenn verloren</translation>
    </message>
    <message>
        <source>{upright} {number} is off: click when it is repaired</source>
        <translation>{upright} {number} fehlt: anklicken, wenn repariert</translation>
    </message>
    <message>
        <source>off</source>
        <translation>ab</translation>
    </message>
    <message>
        <source>Delete the match {name} of {time}? This cannot be taken back.</source>
        <translation>Die Partie {name} von {time} löschen? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Partien</translation>
    </message>
    <message>
        <source>A player, a ship, a date as 2026-11, or: disputes</source>
        <translation>Spieler, Schiff, Datum wie 2026-11 oder: strittig</translation>
    </message>
    <message>
        <source>Find matches</source>
        <translation>Partien suchen</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Öffnen</translation>
    </message>
    <message>
        <source>&amp;Take in…</source>
        <translation>&amp;Aufnehmen …</translation>
    </message>
    <message>
        <source>&amp;Hand on…</source>
        <translation>&amp;Weitergeben …</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>&amp;Löschen …</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird gesucht …</translation>
    </message>
    <message>
        <source>Take in a match</source>
        <translation>Eine Partie aufnehmen</translation>
    </message>
    <message>
        <source>Matches (*.zip)</source>
        <translation>Partien (*.zip)</translation>
    </message>
    <message>
        <source>Hand on a match</source>
        <translation>Eine Partie weitergeben</translation>
    </message>
    <message>
        <source>Delete a match</source>
        <translation>Eine Partie löschen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>No match is about that.</source>
        <translation>Dazu gibt es keine Partie.</translation>
    </message>
    <message>
        <source>No match yet: Play &gt; Record makes one.</source>
        <translation>Noch keine Partie: Wiedergabe &gt; Aufzeichnen macht eine.</translation>
    </message>
    <message>
        <source>{size:.0f} MB</source>
        <translation>{size:.0f} MB</translation>
    </message>
    <message>
        <source>disputes</source>
        <translation>strittig</translation>
    </message>
    <message>
        <source>no video</source>
        <translation>kein Video</translation>
    </message>
    <message>
        <source>Written: {path}</source>
        <translation>Geschrieben: {path}</translation>
    </message>
    <message>
        <source>{count} marks</source>
        <translation>{count} Merkzeichen</translation>
    </message>
    <message>
        <source>{count} disputes</source>
        <translation>{count} strittig</translation>
    </message>
    <message>
        <source>together {length}</source>
        <translation>zusammen {length}</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>&amp;Path over places</source>
        <translation>&amp;Weg über Punkte</translation>
    </message>
    <message>
        <source>&amp;Gap between two pieces</source>
        <translation>&amp;Abstand zweier Teile</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>What was measured</source>
        <translation>Was gemessen wurde</translation>
    </message>
    <message>
        <source>Copies the lengths as text</source>
        <translation>Kopiert die Längen als Text</translation>
    </message>
    <message>
        <source>Click two or more places. They catch masts, bows, sterns and edges; hold Shift to measure from the very point. Click the last place again to end, Esc to take one back.</source>
        <translation>Zwei oder mehr Stellen anklicken. Sie rasten an Masten, Bug, Heck und Rändern ein; mit Umschalt wird vom Punkt selbst gemessen. Die letzte Stelle noch einmal anklicken beendet, Esc nimmt eine zurück.</translation>
    </message>
    <message>
        <source>Click one piece and then another: the gap runs from edge to edge.</source>
        <translation>Ein Teil und dann ein anderes anklicken: Der Abstand geht von Rand zu Rand.</translation>
    </message>
    <message>
        <source>{piece}, cannon {number}</source>
        <translation>{piece}, Kanone {number}</translation>
    </message>
    <message>
        <source>{piece}, bow</source>
        <translation>{piece}, Bug</translation>
    </message>
    <message>
        <source>{piece}, stern</source>
        <translation>{piece}, Heck</translation>
    </message>
    <message>
        <source>{piece}, edge</source>
        <translation>{piece}, Rand</translation>
    </message>
    <message>
        <source>point</source>
        <translation>Punkt</translation>
    </message>
    <message>
        <source>{piece}, mast {number}</source>
        <translation>{piece}, Mast {number}</translation>
    </message>
    <message>
        <source>{piece}, number {number}</source>
        <translation>{piece}, Nummer {number}</translation>
    </message>
    <message>
        <source>gap between {one} and {other}: {length}</source>
        <translation>Abstand von {one} und {other}: {length}</translation>
    </message>
    <message>
        <source>{line} (not seen just now: {names})</source>
        <translation>{line} (gerade nicht gesehen: {names})</translation>
    </message>
    <message>
        <source>overlap by {mm}</source>
        <translation>überlappen um {mm}</translation>
    </message>
    <message>
        <source>{start} to {end}: {length}</source>
        <translation>{start} bis {end}: {length}</translation>
    </message>
    <message>
        <source>together: {length}</source>
        <translation>zusammen: {length}</translation>
    </message>
    <message>
        <source>not seen just now: {names}</source>
        <translation>gerade nicht gesehen: {names}</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Öffnen …</translation>
    </message>
    <message>
        <source>&amp;Matches…</source>
        <translation>&amp;Partien …</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>C&amp;amera…</source>
        <translation>K&amp;amera …</translation>
    </message>
    <message>
        <source>&amp;Save picture…</source>
        <translation>Bild &amp;speichern …</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>Share the chosen &amp;ruling</source>
        <translation>Gewähltes &amp;Urteil teilen</translation>
    </message>
    <message>
        <source>As a &amp;picture…</source>
        <translation>Als &amp;Bild …</translation>
    </message>
    <message>
        <source>As a P&amp;DF…</source>
        <translation>Als &amp;PDF …</translation>
    </message>
    <message>
        <source>To the &amp;clipboard</source>
        <translation>In die &amp;Zwischenablage</translation>
    </message>
    <message>
        <source>With &amp;evidence, to be judged again…</source>
        <translation>Mit B&amp;elegen, zum Nachprüfen …</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Next player's &amp;turn</source>
        <translation>Nächster Spieler am &amp;Zug</translation>
    </message>
    <message>
        <source>&amp;Overrule the chosen ruling…</source>
        <translation>Gewähltes Urteil &amp;anders entscheiden …</translation>
    </message>
    <message>
        <source>Select &amp;nothing</source>
        <translation>&amp;Nichts auswählen</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>&amp;Einpassen</translation>
    </message>
    <message>
        <source>Fit to the &amp;mat</source>
        <translation>An die &amp;Matte anpassen</translation>
    </message>
    <message>
        <source>P&amp;anels</source>
        <translation>Berei&amp;che</translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation>&amp;Legende</translation>
    </message>
    <message>
        <source>&amp;Turn the plan left</source>
        <translation>Plan nach l&amp;inks drehen</translation>
    </message>
    <message>
        <source>Turn the plan r&amp;ight</source>
        <translation>Plan nach &amp;rechts drehen</translation>
    </message>
    <message>
        <source>&amp;Spectators' window</source>
        <translation>&amp;Zuschauerfenster</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>&amp;Ghost of the selected ship</source>
        <translation>&amp;Geist des gewählten Schiffs</translation>
    </message>
    <message>
        <source>&amp;Put a bumped piece back</source>
        <translation>Verschobenes Teil &amp;zurückstellen</translation>
    </message>
    <message>
        <source>&amp;Edition</source>
        <translation>&amp;Ausgabe</translation>
    </message>
    <message>
        <source>&amp;Fair play</source>
        <translation>&amp;Fair Play</translation>
    </message>
    <message>
        <source>&amp;Release to the spectators</source>
        <translation>Für die Z&amp;uschauer freigeben</translation>
    </message>
    <message>
        <source>&amp;Assign a tag to a piece…</source>
        <translation>Einem Teil eine Mar&amp;ke zuordnen …</translation>
    </message>
    <message>
        <source>&amp;Set up the table…</source>
        <translation>&amp;Tisch einrichten …</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About Table Assist</source>
        <translation>&amp;Über Table Assist</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Table</source>
        <translation>&amp;Tisch</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>&amp;Wiedergabe</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Battle report…</source>
        <translation>Spielber&amp;icht …</translation>
    </message>
    <message>
        <source>E&amp;xport the match</source>
        <translation>Partie e&amp;xportieren</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
    <message>
        <source>&amp;Camera only</source>
        <translation>Nur &amp;Kamera</translation>
    </message>
    <message>
        <source>&amp;Plan only</source>
        <translation>Nur &amp;Plan</translation>
    </message>
    <message>
        <source>&amp;Both</source>
        <translation>&amp;Beides</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>L&amp;ook</source>
        <translation>Au&amp;ssehen</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>Sprac&amp;he</translation>
    </message>
    <message>
        <source>Open: everybody sees everything</source>
        <translation>Offen: Alle sehen alles</translation>
    </message>
    <message>
        <source>On request: only what was asked</source>
        <translation>Auf Anfrage: nur, wonach gefragt wurde</translation>
    </message>
    <message>
        <source>Referee: spectators see nothing until released</source>
        <translation>Schiedsrichter: Zuschauer sehen nichts bis zur Freigabe</translation>
    </message>
    <message>
        <source>&amp;Play or stop</source>
        <translation>Abspielen oder anhal&amp;ten</translation>
    </message>
    <message>
        <source>&amp;Hold the picture</source>
        <translation>Bild an&amp;halten</translation>
    </message>
    <message>
        <source>One picture &amp;back</source>
        <translation>Ein Bild &amp;zurück</translation>
    </message>
    <message>
        <source>One picture &amp;on</source>
        <translation>Ein Bild &amp;vor</translation>
    </message>
    <message>
        <source>Five seconds back</source>
        <translation>Fünf Sekunden zurück</translation>
    </message>
    <message>
        <source>Five seconds on</source>
        <translation>Fünf Sekunden vor</translation>
    </message>
    <message>
        <source>Play back&amp;wards; again: faster</source>
        <translation>&amp;Rückwärts abspielen; noch einmal: schneller</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stopp</translation>
    </message>
    <message>
        <source>&amp;Play; again: faster</source>
        <translation>&amp;Abspielen; noch einmal: schneller</translation>
    </message>
    <message>
        <source>S&amp;lower</source>
        <translation>&amp;Langsamer</translation>
    </message>
    <message>
        <source>&amp;Compare with this moment</source>
        <translation>Mit diesem Moment ver&amp;gleichen</translation>
    </message>
    <message>
        <source>&amp;Record</source>
        <translation>Aufz&amp;eichnen</translation>
    </message>
    <message>
        <source>&amp;Mark this moment…</source>
        <translation>Diesen Moment &amp;merken …</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>Bewegungen</translation>
    </message>
    <message>
        <source>Moves appear here two seconds after a ship lies still again.</source>
        <translation>Bewegungen erscheinen hier zwei Sekunden, nachdem ein Schiff wieder still liegt.</translation>
    </message>
    <message>
        <source>Turn {number}</source>
        <translation>Zug {number}</translation>
    </message>
    <message>
        <source>{name} was bumped by {gone:.0f} mm</source>
        <translation>{name} wurde um {gone:.0f} mm verschoben</translation>
    </message>
    <message>
        <source>{name} was put back</source>
        <translation>{name} wurde zurückgestellt</translation>
    </message>
    <message>
        <source>{name} is towed by {by}, {gone:.0f} mm</source>
        <translation>{name} wird von {by} geschleppt, {gone:.0f} mm</translation>
    </message>
    <message>
        <source>{name}  {way}</source>
        <translation>{name}  {way}</translation>
    </message>
    <message>
        <source>touches {name}</source>
        <translation>berührt {name}</translation>
    </message>
    <message>
        <source>(by {by})</source>
        <translation>(durch {by})</translation>
    </message>
    <message>
        <source>… and {count} more</source>
        <translation>… und {count} weitere</translation>
    </message>
    <message>
        <source>Measuring is less certain: {reason}</source>
        <translation>Die Messung ist weniger sicher: {reason}</translation>
    </message>
    <message>
        <source>{count} points, {long:.1f} x {wide:.1f} mm</source>
        <translation>{count} Punkte, {long:.1f} x {wide:.1f} mm</translation>
    </message>
    <message>
        <source>Drag a point to move it · double click on the line adds one · Del removes the chosen one · wheel zooms</source>
        <translation>Ziehen verschiebt einen Punkt · Doppelklick auf die Linie fügt einen hinzu · Entf entfernt den gewählten · Mausrad zoomt</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>The outline crosses itself: move a point back before saving</source>
        <translation>Der Umriss kreuzt sich selbst: vor dem Speichern einen Punkt zurückschieben</translation>
    </message>
    <message>
        <source>Outline of {name}</source>
        <translation>Umriss von {name}</translation>
    </message>
    <message>
        <source>Hand over evidence</source>
        <translation>Belege weitergeben</translation>
    </message>
    <message>
        <source>Evidence (*.zip)</source>
        <translation>Belege (*.zip)</translation>
    </message>
    <message>
        <source>Battle report</source>
        <translation>Spielbericht</translation>
    </message>
    <message>
        <source>Pages (*.html)</source>
        <translation>Seiten (*.html)</translation>
    </message>
    <message>
        <source>Export the match</source>
        <translation>Partie exportieren</translation>
    </message>
    <message>
        <source>Nothing is recorded, so there is nothing to hand over.</source>
        <translation>Nichts ist aufgezeichnet, also gibt es nichts weiterzugeben.</translation>
    </message>
    <message>
        <source>Writing {path} …</source>
        <translation>{path} wird geschrieben …</translation>
    </message>
    <message>
        <source>Mat not seen</source>
        <translation>Matte nicht gesehen</translation>
    </message>
    <message>
        <source>Mat tags: {tags}, fitting to {fit:.2f} pixels</source>
        <translation>Mattenmarken: {tags}, passen auf {fit:.2f} Pixel</translation>
    </message>
    <message>
        <source>Picture {number}</source>
        <translation>Bild {number}</translation>
    </message>
    <message>
        <source>Waiting for the camera’s first picture…</source>
        <translation>Warten auf das erste Bild der Kamera …</translation>
    </message>
    <message>
        <source>Play backwards (J)</source>
        <translation>Rückwärts abspielen (J)</translation>
    </message>
    <message>
        <source>Stop (K)</source>
        <translation>Anhalten (K)</translation>
    </message>
    <message>
        <source>Play (L)</source>
        <translation>Abspielen (L)</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Back to what the camera sees (Space)</source>
        <translation>Zurück zum Bild der Kamera (Leertaste)</translation>
    </message>
    <message>
        <source>{one} docks at {other}</source>
        <translation>{one} legt an bei {other}</translation>
    </message>
    <message>
        <source>{one} rams {other}</source>
        <translation>{one} rammt {other}</translation>
    </message>
    <message>
        <source>{one} may tow {other}</source>
        <translation>{one} darf {other} schleppen</translation>
    </message>
    <message>
        <source>{one} may board {other}</source>
        <translation>{one} darf {other} entern</translation>
    </message>
    <message>
        <source>{one} may explore {other}</source>
        <translation>{one} darf {other} erkunden</translation>
    </message>
    <message>
        <source>overruled</source>
        <translation>anders entschieden</translation>
    </message>
    <message>
        <source>{name} has moved</source>
        <translation>{name} hat sich bewegt</translation>
    </message>
    <message>
        <source>Only the last ten minutes are kept, and nothing unless you record (Ctrl+R).</source>
        <translation>Nur die letzten zehn Minuten werden behalten, und nichts ohne Aufzeichnung (Strg+R).</translation>
    </message>
    <message>
        <source>Not recording</source>
        <translation>Keine Aufzeichnung</translation>
    </message>
    <message>
        <source>{free:.1f} GB free</source>
        <translation>{free:.1f} GB frei</translation>
    </message>
    <message>
        <source>Last {time} in memory</source>
        <translation>Letzte {time} im Speicher</translation>
    </message>
    <message>
        <source>Recording {time}</source>
        <translation>Aufzeichnung {time}</translation>
    </message>
    <message>
        <source>Recording to {folder}.</source>
        <translation>Aufzeichnung nach {folder}.</translation>
    </message>
    <message>
        <source>Nothing is recorded: {problem}</source>
        <translation>Nichts wird aufgezeichnet: {problem}</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Rulebook</source>
        <translation>Regelheft</translation>
    </message>
    <message>
        <source>{person} had said {verdict}; the call has changed since, so that no longer stands</source>
        <translation>{person} hatte {verdict} gesagt; das Urteil hat sich seitdem geändert, das gilt also nicht mehr</translation>
    </message>
    <message>
        <source>{measured} ({share} % sure of yes)</source>
        <translation>{measured} (zu {share} % sicher ja)</translation>
    </message>
    <message>
        <source>if {reading}: {verdict}</source>
        <translation>Lesart „{reading}“: {verdict}</translation>
    </message>
    <message>
        <source>{verdict} by {person}: {reason}</source>
        <translation>{verdict} durch {person}: {reason}</translation>
    </message>
    <message>
        <source>House rules</source>
        <translation>Hausregeln</translation>
    </message>
    <message>
        <source>Open reading</source>
        <translation>Offene Lesart</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Dann</translation>
    </message>
    <message>
        <source>Overruled</source>
        <translation>Anders entschieden</translation>
    </message>
    <message>
        <source>Was overruled</source>
        <translation>War anders entschieden</translation>
    </message>
    <message>
        <source>overruled by {person}</source>
        <translation>anders entschieden von {person}</translation>
    </message>
    <message>
        <source>a person</source>
        <translation>eine Person</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Measured (± 99 %)</source>
        <translation>Gemessen (± 99 %)</translation>
    </message>
    <message>
        <source>{verdict} by {person}</source>
        <translation>{verdict} durch {person}</translation>
    </message>
    <message>
        <source>Overrule a call</source>
        <translation>Anders entscheiden</translation>
    </message>
    <message>
        <source>Needed: what was seen or agreed</source>
        <translation>Nötig: was gesehen oder vereinbart wurde</translation>
    </message>
    <message>
        <source>Reason for the other call</source>
        <translation>Grund für das andere Urteil</translation>
    </message>
    <message>
        <source>Who makes the call</source>
        <translation>Wer entscheidet</translation>
    </message>
    <message>
        <source>Overrule</source>
        <translation>Anders entscheiden</translation>
    </message>
    <message>
        <source>The call</source>
        <translation>Das Urteil</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Who says so</source>
        <translation>Wer es sagt</translation>
    </message>
    <message>
        <source>Both calls are kept. If the pieces move and the machine's call changes, this one lapses.</source>
        <translation>Beide Urteile bleiben erhalten. Bewegen sich die Teile und ändert sich das Urteil der Maschine, so verfällt dieses.</translation>
    </message>
    <message>
        <source>The machine says {verdict}: {measured}; {reason}</source>
        <translation>Die Maschine sagt {verdict}: {measured}; {reason}</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>Schiedsrichter</translation>
    </message>
    <message>
        <source>Only what &amp;matters</source>
        <translation>Nur &amp;Wichtiges</translation>
    </message>
    <message>
        <source>&amp;Overrule…</source>
        <translation>&amp;Anders entscheiden …</translation>
    </message>
    <message>
        <source>Nothing was asked yet.</source>
        <translation>Noch wurde nichts gefragt.</translation>
    </message>
    <message>
        <source>Rulings  ·  only what was asked</source>
        <translation>Urteile  ·  nur, wonach gefragt wurde</translation>
    </message>
    <message>
        <source>Rulings  ·  click a ship to see all of hers</source>
        <translation>Urteile  ·  ein Schiff anklicken zeigt alle zu diesem Schiff</translation>
    </message>
    <message>
        <source>Find a ship or an island</source>
        <translation>Schiff oder Insel suchen</translation>
    </message>
    <message>
        <source>Find rulings by the name of a piece</source>
        <translation>Urteile nach dem Namen eines Teils suchen</translation>
    </message>
    <message>
        <source>Ctrl+F finds a piece, Enter goes on to the list</source>
        <translation>Strg+F sucht ein Teil, Eingabe geht weiter zur Liste</translation>
    </message>
    <message>
        <source>Hides what is far out of range and far from touching</source>
        <translation>Blendet aus, was weit außer Reichweite und weit von jeder Berührung ist</translation>
    </message>
    <message>
        <source>A person makes another call; the machine's is kept beside it</source>
        <translation>Eine Person entscheidet anders; das Urteil der Maschine bleibt daneben stehen</translation>
    </message>
    <message>
        <source>Copies the chosen ruling as text</source>
        <translation>Kopiert das gewählte Urteil als Text</translation>
    </message>
    <message>
        <source>Click a line to see where it was decided; open it to see each question.</source>
        <translation>Eine Zeile anklicken zeigt, wo sie entschieden wurde; aufklappen zeigt jede Frage.</translation>
    </message>
    <message>
        <source>No piece of that name has anything to tell.</source>
        <translation>Zu keinem Teil dieses Namens gibt es etwas zu sagen.</translation>
    </message>
    <message>
        <source>Rulings  ·  {name}  ·  {count} lines  ·  Esc shows all ships</source>
        <translation>Urteile  ·  {name}  ·  {count} Zeilen  ·  Esc zeigt alle Schiffe</translation>
    </message>
    <message>
        <source>Nothing is in range and nothing touches. Untick “Only what matters” to see every question.</source>
        <translation>Nichts ist in Reichweite und nichts berührt sich. Ohne „Nur Wichtiges“ ist jede Frage zu sehen.</translation>
    </message>
    <message>
        <source>Nothing is judged yet.</source>
        <translation>Noch wird nichts beurteilt.</translation>
    </message>
    <message>
        <source>A call is made only where the limit lies outside the plus-minus; else it is too close. Near the limit 99 calls in 100 are right.</source>
        <translation>Ein Urteil fällt nur, wo die Grenze außerhalb der Unsicherheit liegt; sonst ist es zu knapp. Nahe der Grenze sind 99 von 100 richtig.</translation>
    </message>
    <message>
        <source>Close up</source>
        <translation>Nahaufnahme</translation>
    </message>
    <message>
        <source>The whole picture</source>
        <translation>Das ganze Bild</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>Der Plan</translation>
    </message>
    <message>
        <source>Measured: {measured}</source>
        <translation>Gemessen: {measured}</translation>
    </message>
    <message>
        <source>The ruling before is still being saved.</source>
        <translation>Das vorige Urteil wird noch gespeichert.</translation>
    </message>
    <message>
        <source>Ruling copied: paste it as a picture or as text.</source>
        <translation>Urteil kopiert: als Bild oder als Text einfügen.</translation>
    </message>
    <message>
        <source>Ruling saved: {path}</source>
        <translation>Urteil gespeichert: {path}</translation>
    </message>
    <message>
        <source>number {number}, {width} × {height} pixels, from {camera}</source>
        <translation>Nummer {number}, {width} × {height} Pixel, von {camera}</translation>
    </message>
    <message>
        <source>{number} mm to spare</source>
        <translation>{number} mm Spielraum</translation>
    </message>
    <message>
        <source>{number} mm too little room</source>
        <translation>{number} mm zu wenig Platz</translation>
    </message>
    <message>
        <source>{rule}: {subject} and {target}?</source>
        <translation>{rule}: {subject} und {target}?</translation>
    </message>
    <message>
        <source>a person at the table</source>
        <translation>eine Person am Tisch</translation>
    </message>
    <message>
        <source>if {words}: {verdict}</source>
        <translation>Lesart „{words}“: {verdict}</translation>
    </message>
    <message>
        <source>none had a say in this</source>
        <translation>keine hatte damit zu tun</translation>
    </message>
    <message>
        <source>none: a typical lens is assumed, so the plus-minus is large</source>
        <translation>keine: Ein übliches Objektiv wird angenommen, also ist die Unsicherheit groß</translation>
    </message>
    <message>
        <source>“{name}”, made {date}, graded {grade}</source>
        <translation>„{name}“, vom {date}, Note {grade}</translation>
    </message>
    <message>
        <source>not enough were seen to measure by</source>
        <translation>zu wenige gesehen, um zu messen</translation>
    </message>
    <message>
        <source>Overruled by {person}: {verdict}</source>
        <translation>Anders entschieden von {person}: {verdict}</translation>
    </message>
    <message>
        <source>Edition</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tisch</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Mat tags</source>
        <translation>Mattenmarken</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>Software</translation>
    </message>
    <message>
        <source>“{name}”</source>
        <translation>„{name}“</translation>
    </message>
    <message>
        <source>{seen} of {all} seen, fitting to {fit} pixels</source>
        <translation>{seen} von {all} gesehen, passen auf {fit} Pixel</translation>
    </message>
    <message>
        <source>{number} mm</source>
        <translation>{number} mm</translation>
    </message>
    <message>
        <source>{number} mm; the limit is {limit} mm</source>
        <translation>{number} mm; die Grenze ist {limit} mm</translation>
    </message>
    <message>
        <source>Can {subject} hit {target} with cannon {cannon}?</source>
        <translation>Kann {subject} mit Kanone {cannon} {target} treffen?</translation>
    </message>
    <message>
        <source>Is the line from cannon {cannon} of {subject} to {target} clear?</source>
        <translation>Ist die Linie von Kanone {cannon} der {subject} zu {target} frei?</translation>
    </message>
    <message>
        <source>Is {target} within range of cannon {cannon} of {subject}?</source>
        <translation>Ist {target} in Reichweite von Kanone {cannon} der {subject}?</translation>
    </message>
    <message>
        <source>May {subject} shoot at {target}?</source>
        <translation>Darf {subject} auf {target} schießen?</translation>
    </message>
    <message>
        <source>Does {subject} ram {target}?</source>
        <translation>Rammt {subject} {target}?</translation>
    </message>
    <message>
        <source>Does {subject} pin {target}?</source>
        <translation>Hält {subject} {target} fest?</translation>
    </message>
    <message>
        <source>May {subject} board {target}?</source>
        <translation>Darf {subject} {target} entern?</translation>
    </message>
    <message>
        <source>Is {subject} docked at {target}?</source>
        <translation>Hat {subject} an {target} angelegt?</translation>
    </message>
    <message>
        <source>May {subject} explore {target}?</source>
        <translation>Darf {subject} {target} erkunden?</translation>
    </message>
    <message>
        <source>May {subject} tow {target}?</source>
        <translation>Darf {subject} {target} schleppen?</translation>
    </message>
    <message>
        <source>Does {subject} touch {target}?</source>
        <translation>Berührt {subject} {target}?</translation>
    </message>
    <message>
        <source>Does {subject} touch the terrain {target}?</source>
        <translation>Berührt {subject} das Gelände {target}?</translation>
    </message>
    <message>
        <source>May {subject} fire broadsides at {target}?</source>
        <translation>Darf {subject} eine Breitseite auf {target} schießen?</translation>
    </message>
    <message>
        <source>Does {subject} stand well on {target}?</source>
        <translation>Steht {subject} gut auf {target}?</translation>
    </message>
    <message>
        <source>May {subject} cancel an ability of {target}?</source>
        <translation>Darf {subject} eine Fähigkeit von {target} aufheben?</translation>
    </message>
    <message>
        <source>Open question</source>
        <translation>Offene Frage</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Vereinbarung</translation>
    </message>
    <message>
        <source>; left out because they are not where they should be: {tags}</source>
        <translation>; ausgelassen, weil nicht am richtigen Platz: {tags}</translation>
    </message>
    <message>
        <source>too close to call</source>
        <translation>zu knapp</translation>
    </message>
    <message>
        <source>{count} of {total} cannons at {target} too close to call</source>
        <translation>{count} von {total} Kanonen auf {target} zu knapp</translation>
    </message>
    <message>
        <source>blocked by her own masts</source>
        <translation>versperrt durch die eigenen Masten</translation>
    </message>
    <message>
        <source>the rules can be read otherwise</source>
        <translation>die Regeln lassen sich auch anders lesen</translation>
    </message>
    <message>
        <source>{count} of {total} cannons may shoot {target}</source>
        <translation>darf mit {count} von {total} Kanonen auf {target} schießen</translation>
    </message>
    <message>
        <source>{target} is out of range, by {mm}</source>
        <translation>{target} ist außer Reichweite, um {mm}</translation>
    </message>
    <message>
        <source>blocked by {piece}</source>
        <translation>versperrt durch {piece}</translation>
    </message>
    <message>
        <source>{some} and {last}</source>
        <translation>{some} und {last}</translation>
    </message>
    <message>
        <source>cannons {numbers} are {what}</source>
        <translation>Kanonen {numbers} sind {what}</translation>
    </message>
    <message>
        <source>docks at {target}</source>
        <translation>legt an bei {target}</translation>
    </message>
    <message>
        <source>does not dock at {target}</source>
        <translation>legt nicht an bei {target}</translation>
    </message>
    <message>
        <source>rams {target}</source>
        <translation>rammt {target}</translation>
    </message>
    <message>
        <source>does not ram {target}</source>
        <translation>rammt {target} nicht</translation>
    </message>
    <message>
        <source>pins {target}</source>
        <translation>hält {target} fest</translation>
    </message>
    <message>
        <source>does not pin {target}</source>
        <translation>hält {target} nicht fest</translation>
    </message>
    <message>
        <source>may board {target}</source>
        <translation>darf {target} entern</translation>
    </message>
    <message>
        <source>may not board {target}</source>
        <translation>darf {target} nicht entern</translation>
    </message>
    <message>
        <source>may tow {target}</source>
        <translation>darf {target} schleppen</translation>
    </message>
    <message>
        <source>may not tow {target}</source>
        <translation>darf {target} nicht schleppen</translation>
    </message>
    <message>
        <source>may explore {target}</source>
        <translation>darf {target} erkunden</translation>
    </message>
    <message>
        <source>may not explore {target}</source>
        <translation>darf {target} nicht erkunden</translation>
    </message>
    <message>
        <source>is in {target}</source>
        <translation>ist in {target}</translation>
    </message>
    <message>
        <source>is clear of {target}</source>
        <translation>ist frei von {target}</translation>
    </message>
    <message>
        <source>stands well on {target}</source>
        <translation>steht gut auf {target}</translation>
    </message>
    <message>
        <source>stands badly on {target}</source>
        <translation>steht schlecht auf {target}</translation>
    </message>
    <message>
        <source>touches {target}</source>
        <translation>berührt {target}</translation>
    </message>
    <message>
        <source>does not touch {target}</source>
        <translation>berührt {target} nicht</translation>
    </message>
    <message>
        <source>may fire broadsides at {target}</source>
        <translation>darf eine Breitseite auf {target} schießen</translation>
    </message>
    <message>
        <source>may not fire broadsides at {target}</source>
        <translation>darf keine Breitseite auf {target} schießen</translation>
    </message>
    <message>
        <source>reaches {target}</source>
        <translation>erreicht {target}</translation>
    </message>
    <message>
        <source>does not reach {target}</source>
        <translation>erreicht {target} nicht</translation>
    </message>
    <message>
        <source>has a clear line to {target}</source>
        <translation>hat freie Schusslinie auf {target}</translation>
    </message>
    <message>
        <source>has no clear line to {target}</source>
        <translation>hat keine freie Schusslinie auf {target}</translation>
    </message>
    <message>
        <source>may cancel an ability of {target}</source>
        <translation>darf eine Fähigkeit von {target} aufheben</translation>
    </message>
    <message>
        <source>may not cancel an ability of {target}</source>
        <translation>darf keine Fähigkeit von {target} aufheben</translation>
    </message>
    <message>
        <source>may shoot at {target}</source>
        <translation>darf auf {target} schießen</translation>
    </message>
    <message>
        <source>may not shoot at {target}</source>
        <translation>darf nicht auf {target} schießen</translation>
    </message>
    <message>
        <source>may: {target}</source>
        <translation>darf: {target}</translation>
    </message>
    <message>
        <source>may not: {target}</source>
        <translation>darf nicht: {target}</translation>
    </message>
    <message>
        <source>{count} of {total} cannons</source>
        <translation>{count} von {total} Kanonen</translation>
    </message>
    <message>
        <source>no cannon may shoot {target}</source>
        <translation>darf mit keiner Kanone auf {target} schießen</translation>
    </message>
    <message>
        <source>may shoot {target}</source>
        <translation>darf auf {target} schießen</translation>
    </message>
    <message>
        <source>all {total} cannons may shoot {target}</source>
        <translation>darf mit allen {total} Kanonen auf {target} schießen</translation>
    </message>
    <message>
        <source>{target} is out of range</source>
        <translation>{target} ist außer Reichweite</translation>
    </message>
    <message>
        <source>cannon {number} is {what}</source>
        <translation>Kanone {number} ist {what}</translation>
    </message>
    <message>
        <source>too close to call whether she {deed}</source>
        <translation>{deed}: zu knapp</translation>
    </message>
    <message>
        <source>{clause}: {mm} away</source>
        <translation>{clause}: {mm} entfernt</translation>
    </message>
    <message>
        <source>may not shoot {target}: {reason}</source>
        <translation>darf nicht auf {target} schießen: {reason}</translation>
    </message>
    <message>
        <source>Rulings</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>TOO CLOSE TO CALL</source>
        <translation>ZU KNAPP</translation>
    </message>
    <message>
        <source>Shot</source>
        <translation>Schuss</translation>
    </message>
    <message>
        <source>Broadsides</source>
        <translation>Breitseite</translation>
    </message>
    <message>
        <source>Line of fire</source>
        <translation>Schusslinie</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Reichweite</translation>
    </message>
    <message>
        <source>May shoot at</source>
        <translation>Darf schießen auf</translation>
    </message>
    <message>
        <source>Ram</source>
        <translation>Rammen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Festhalten</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Entern</translation>
    </message>
    <message>
        <source>Docking</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>Erkunden</translation>
    </message>
    <message>
        <source>Tow</source>
        <translation>Schleppen</translation>
    </message>
    <message>
        <source>Terrain</source>
        <translation>Gelände</translation>
    </message>
    <message>
        <source>Place of the fort</source>
        <translation>Platz des Forts</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Within</source>
        <translation>Innerhalb</translation>
    </message>
    <message>
        <source>Cancel an ability</source>
        <translation>Fähigkeit aufheben</translation>
    </message>
    <message>
        <source>YES</source>
        <translation>JA</translation>
    </message>
    <message>
        <source>NO</source>
        <translation>NEIN</translation>
    </message>
    <message>
        <source>TOO CLOSE</source>
        <translation>ZU KNAPP</translation>
    </message>
    <message>
        <source>NOT SEEN</source>
        <translation>NICHT GESEHEN</translation>
    </message>
    <message>
        <source>{question}, cannon {number}</source>
        <translation>{question}, Kanone {number}</translation>
    </message>
    <message>
        <source>{mm} of {limit} mm</source>
        <translation>{mm} von {limit} mm</translation>
    </message>
    <message>
        <source>house rule: {names}</source>
        <translation>Hausregel: {names}</translation>
    </message>
    <message>
        <source>{mm} to spare</source>
        <translation>{mm} Spielraum</translation>
    </message>
    <message>
        <source>{mm} short</source>
        <translation>{mm} zu wenig</translation>
    </message>
    <message>
        <source>Plan, frame {number}</source>
        <translation>Plan, Bild {number}</translation>
    </message>
    <message>
        <source>100 mm</source>
        <translation>100 mm</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
    <message>
        <source>Pages (*.pdf)</source>
        <translation>Seiten (*.pdf)</translation>
    </message>
    <message>
        <source>Share the ruling</source>
        <translation>Das Urteil teilen</translation>
    </message>
    <message>
        <source>Choose a ruling in the list first.</source>
        <translation>Erst ein Urteil in der Liste wählen.</translation>
    </message>
    <message>
        <source>The table, for spectators</source>
        <translation>Der Tisch, für Zuschauer</translation>
    </message>
    <message>
        <source>The referee is looking at the table.</source>
        <translation>Der Schiedsrichter sieht sich den Tisch an.</translation>
    </message>
    <message>
        <source>The picture is shown when the call is made.</source>
        <translation>Das Bild erscheint, wenn das Urteil gefallen ist.</translation>
    </message>
    <message>
        <source>&amp;Watch the demo</source>
        <translation>&amp;Demo ansehen</translation>
    </message>
    <message>
        <source>A staged game; no camera needed.</source>
        <translation>Eine gestellte Partie; keine Kamera nötig.</translation>
    </message>
    <message>
        <source>&amp;Set up my table</source>
        <translation>Meinen &amp;Tisch einrichten</translation>
    </message>
    <message>
        <source>Camera, printing, calibration and ships, step by step.</source>
        <translation>Kamera, Druck, Kalibrierung und Schiffe, Schritt für Schritt.</translation>
    </message>
    <message>
        <source>A table file, a picture, a video or a recorded match.</source>
        <translation>Eine Tischdatei, ein Bild, ein Video oder eine aufgezeichnete Partie.</translation>
    </message>
    <message>
        <source>&amp;Matches</source>
        <translation>&amp;Partien</translation>
    </message>
    <message>
        <source>What was recorded: look again, hand on, delete.</source>
        <translation>Was aufgezeichnet wurde: noch einmal ansehen, weitergeben, löschen.</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>Früher geöffnet</translation>
    </message>
    <message>
        <source>Measures a real table of ships with a camera: YES, NO or TOO CLOSE TO CALL.</source>
        <translation>Misst mit einer Kamera einen echten Tisch mit Schiffen: JA, NEIN oder ZU KNAPP.</translation>
    </message>
    <message>
        <source>State of the table</source>
        <translation>Zustand des Tisches</translation>
    </message>
    <message>
        <source>Calibrated on {date} from {views} views: {grade}.</source>
        <translation>Kalibriert am {date} aus {views} Aufnahmen: {grade}.</translation>
    </message>
    <message>
        <source>Pictures come fast enough.</source>
        <translation>Die Bilder kommen schnell genug.</translation>
    </message>
    <message>
        <source>Calibrated</source>
        <translation>Kalibriert</translation>
    </message>
    <message>
        <source>The camera sends pictures.</source>
        <translation>Die Kamera sendet Bilder.</translation>
    </message>
    <message>
        <source>– frames/s</source>
        <translation>– Bilder/s</translation>
    </message>
    <message>
        <source>The picture stands still.</source>
        <translation>Das Bild steht still.</translation>
    </message>
    <message>
        <source>{rate:.1f} frames/s</source>
        <translation>{rate:.1f} Bilder/s</translation>
    </message>
    <message>
        <source>Few pictures come: a quick move may be missed. More light helps.</source>
        <translation>Es kommen wenige Bilder: Eine schnelle Bewegung kann übersehen werden. Mehr Licht hilft.</translation>
    </message>
    <message>
        <source>Fewer than two of the mat's tags can be read.</source>
        <translation>Weniger als zwei Mattenmarken sind lesbar.</translation>
    </message>
    <message>
        <source>Mat tags: {seen} of {tags}</source>
        <translation>Marken: {seen} von {tags}</translation>
    </message>
    <message>
        <source>The tags on the mat fit to {fit:.2f} pixels.</source>
        <translation>Die Marken auf der Matte passen auf {fit:.2f} Pixel.</translation>
    </message>
    <message>
        <source>Not calibrated</source>
        <translation>Nicht kalibriert</translation>
    </message>
    <message>
        <source>A typical lens is assumed: the plus-minus is large. Table &gt; Set up the table makes it small.</source>
        <translation>Ein übliches Objektiv wird angenommen: Die Unsicherheit ist groß. Tisch &gt; Tisch einrichten macht sie klein.</translation>
    </message>
    <message>
        <source>Pieces: {seen} seen, {hidden} hidden</source>
        <translation>Teile: {seen} gesehen, {hidden} verdeckt</translation>
    </message>
    <message>
        <source>Every piece of the table is seen.</source>
        <translation>Jedes Teil des Tisches ist zu sehen.</translation>
    </message>
    <message>
        <source>Not judging</source>
        <translation>Kein Urteil</translation>
    </message>
    <message>
        <source>Judging all</source>
        <translation>Alles beurteilt</translation>
    </message>
    <message>
        <source>Every question of the moment is judged.</source>
        <translation>Jede Frage des Moments wird beurteilt.</translation>
    </message>
    <message>
        <source>Not judged, because not seen: {names}.</source>
        <translation>Nicht beurteilt, weil nicht gesehen: {names}.</translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} min</translation>
    </message>
    <message>
        <source>No picture yet.</source>
        <translation>Noch kein Bild.</translation>
    </message>
    <message>
        <source>{name} hidden for {time}</source>
        <translation>{name} seit {time} verdeckt</translation>
    </message>
    <message>
        <source>{name} never seen</source>
        <translation>{name} nie gesehen</translation>
    </message>
    <message>
        <source>Not judging {count}</source>
        <translation>{count} nicht beurteilt</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} s</translation>
    </message>
    <message>
        <source>The lens is known: {name}.</source>
        <translation>Das Objektiv ist bekannt: {name}.</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>{count} weitere</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Turn the plan left</source>
        <translation>Den Plan nach links drehen</translation>
    </message>
    <message>
        <source>Turn the plan right</source>
        <translation>Den Plan nach rechts drehen</translation>
    </message>
    <message>
        <source>Plan, turned by {degrees}°</source>
        <translation>Plan, um {degrees}° gedreht</translation>
    </message>
    <message>
        <source>(Shift and the wheel turn it by a little)</source>
        <translation>(Umschalt und Mausrad drehen ihn ein wenig)</translation>
    </message>
    <message>
        <source>Time line</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>In a game on request nobody tries moves out: ask about where the ships lie.</source>
        <translation>In einer Partie auf Anfrage probiert niemand Bewegungen aus: nur fragen, wie die Schiffe liegen.</translation>
    </message>
    <message>
        <source>A recording of {table}, begun {began}, was cut off after {time}. Nothing of it is lost.</source>
        <translation>Eine Aufzeichnung von {table}, begonnen {began}, brach nach {time} ab. Nichts davon ist verloren.</translation>
    </message>
    <message>
        <source>A recording was cut off</source>
        <translation>Eine Aufzeichnung brach ab</translation>
    </message>
    <message>
        <source>&amp;Keep it</source>
        <translation>&amp;Behalten</translation>
    </message>
    <message>
        <source>&amp;Drop it</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>&amp;Go on with it</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Tables, pictures, videos (*.toml *.png *.jpg *.jpeg *.mp4 *.mov *.mkv *.avi *.webm);;All files (*)</source>
        <translation>Tische, Bilder, Videos (*.toml *.png *.jpg *.jpeg *.mp4 *.mov *.mkv *.avi *.webm);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg)</source>
        <translation>Bilder (*.png *.jpg)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Which table is this a picture of? Open or drop its table file together with it.</source>
        <translation>Zu welchem Tisch gehört dieses Bild? Dessen Tischdatei zusammen mit ihm öffnen oder hereinziehen.</translation>
    </message>
    <message>
        <source>Which camera looks at this table? Choose it under File &gt; Camera, then open the table again.</source>
        <translation>Welche Kamera schaut auf diesen Tisch? Unter Datei &gt; Kamera wählen, dann den Tisch noch einmal öffnen.</translation>
    </message>
    <message>
        <source>The picture is on the clipboard.</source>
        <translation>Das Bild ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The picture could not be written to {path}</source>
        <translation>Das Bild konnte nicht nach {path} geschrieben werden</translation>
    </message>
    <message>
        <source>{names}: expected a table file, a picture, a video or a match.</source>
        <translation>{names}: Erwartet wird eine Tischdatei, ein Bild, ein Video oder eine Partie.</translation>
    </message>
    <message>
        <source>As it stood at the moment that is shown.</source>
        <translation>Wie es im gezeigten Augenblick stand.</translation>
    </message>
    <message>
        <source>rams {name}</source>
        <translation>rammt {name}</translation>
    </message>
    <message>
        <source>docks at {name}</source>
        <translation>legt an bei {name}</translation>
    </message>
    <message>
        <source>may tow {name}</source>
        <translation>kann {name} schleppen</translation>
    </message>
    <message>
        <source>is in {name}</source>
        <translation>liegt in {name}</translation>
    </message>
    <message>
        <source>not legal</source>
        <translation>nicht regelgerecht</translation>
    </message>
    <message>
        <source>too close to call</source>
        <translation>zu knapp</translation>
    </message>
    <message>
        <source>{one} may fire at {other}: cannon {cannons}</source>
        <translation>{one} kann auf {other} feuern: Kanone {cannons}</translation>
    </message>
    <message>
        <source>{one} at {other}: cannon {cannons} is too close to call</source>
        <translation>{one} auf {other}: Kanone {cannons} ist zu knapp</translation>
    </message>
    <message>
        <source>Looking for moves …</source>
        <translation>Züge werden gesucht …</translation>
    </message>
    <message>
        <source>Looking for moves: {time} so far …</source>
        <translation>Züge werden gesucht: bisher {time} …</translation>
    </message>
    <message>
        <source>Not all moves could be found: {problem}</source>
        <translation>Nicht alle Züge waren zu finden: {problem}</translation>
    </message>
    <message>
        <source>Nothing was moved in this match.</source>
        <translation>In dieser Partie wurde nichts bewegt.</translation>
    </message>
    <message>
        <source>Next turn</source>
        <translation>Nächste Runde</translation>
    </message>
</context>
</TS>
