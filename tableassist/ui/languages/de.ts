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
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>What the camera sees</source>
        <translation>Was die Kamera sieht</translation>
    </message>
    <message>
        <source>Looking for cameras…</source>
        <translation>Kameras werden gesucht …</translation>
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
        <translation>Eine Kamera im Netzwerk …</translation>
    </message>
    <message>
        <source>A video, a picture or a folder…</source>
        <translation>Ein Video, ein Bild oder ein Ordner …</translation>
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
        <translation>Wird geöffnet …</translation>
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
        <source>overruling</source>
        <translation>anderes Urteil</translation>
    </message>
    <message>
        <source>taken back: {words}</source>
        <translation>rückgängig: {words}</translation>
    </message>
    <message>
        <source>out of range</source>
        <translation>außer Reichweite</translation>
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
        <source>blocked by {name}</source>
        <translation>versperrt durch {name}</translation>
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
        <source>{words}? too close to call</source>
        <translation>{words}? Zu knapp</translation>
    </message>
    <message>
        <source>stopped by her own masts</source>
        <translation>von den eigenen Masten versperrt</translation>
    </message>
    <message>
        <source>stopped by {piece}</source>
        <translation>von {piece} versperrt</translation>
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
        <translation>Übersprungen: {cost}</translation>
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
        <translation>Wird berechnet …</translation>
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
        <translation>Still halten …</translation>
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
        <translation>Ohne sie wird ein übliches Objektiv angenommen, und jede Unsicherheit ist ein Mehrfaches so groß.</translation>
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
        <translation>Ohne sie wird ein übliches Objektiv angenommen. Der Abstand zweier Schiffe ist dann auf ± {gap} mm statt ± {best} mm bekannt, eine Stelle auf der Matte auf ± {place} mm statt ± {best_place} mm.</translation>
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
        <translation>Still halten …</translation>
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
        <translation>Die Kamera wird geöffnet …</translation>
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
        <translation>Tischdatei öffnen …</translation>
    </message>
    <message>
        <source>My table</source>
        <translation>Mein Tisch</translation>
    </message>
    <message>
        <source>Make a new table file…</source>
        <translation>Neue Tischdatei anlegen …</translation>
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
        <translation>Vorlagen als PDF speichern …</translation>
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
        <translation>Die Schiffe werden nachgeschlagen …</translation>
    </message>
    <message>
        <source>At the foot of each page is a line that should be 100 mm long. Measure it with a ruler:</source>
        <translation>Am Fuß jeder Seite steht eine Linie, die 100 mm lang sein soll. Mit einem Lineal nachmessen:</translation>
    </message>
    <message>
        <source>Drawing the pages…</source>
        <translation>Die Seiten werden gezeichnet …</translation>
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
        <translation>Noch niemand ist am Zug</translation>
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
        <translation>&amp;Öffnen …</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>C&amp;amera…</source>
        <translation>K&amp;amera …</translation>
    </message>
    <message>
        <source>&amp;Save picture…</source>
        <translation>Bild &amp;speichern …</translation>
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
        <translation>Als &amp;Bild …</translation>
    </message>
    <message>
        <source>As a P&amp;DF…</source>
        <translation>Als &amp;PDF …</translation>
    </message>
    <message>
        <source>To the &amp;clipboard</source>
        <translation>In die &amp;Zwischenablage</translation>
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
        <translation>Gewähltes Urteil &amp;anders entscheiden …</translation>
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
        <translation>Einem Teil eine Mar&amp;ke zuordnen …</translation>
    </message>
    <message>
        <source>&amp;Set up the table…</source>
        <translation>&amp;Tisch einrichten …</translation>
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
        <translation>Diesen Moment &amp;merken …</translation>
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
        <translation>Warten auf das erste Bild der Kamera …</translation>
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
        <source>no video</source>
        <translation>kein Video</translation>
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
        <translation>wenn {reading}: {verdict}</translation>
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
        <translation>&amp;Anders entscheiden …</translation>
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
        <translation>Urteile  ·  ein Schiff anklicken zeigt alle ihre</translation>
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
        <translation>Ein Urteil fällt nur, wo die Grenze außerhalb der Unsicherheit liegt; sonst ist es zu knapp. Nahe der Grenze sind 99 von 100 Urteilen richtig.</translation>
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
        <translation>wenn {words}: {verdict}</translation>
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
        <source>YES</source>
        <translation>JA</translation>
    </message>
    <message>
        <source>NO</source>
        <translation>NEIN</translation>
    </message>
    <message>
        <source>TOO CLOSE TO CALL</source>
        <translation>ZU KNAPP</translation>
    </message>
    <message>
        <source>NOT SEEN</source>
        <translation>NICHT GESEHEN</translation>
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
        <translation>von den eigenen Masten versperrt</translation>
    </message>
    <message>
        <source>the rules can be read otherwise</source>
        <translation>die Regeln lassen sich auch anders lesen</translation>
    </message>
    <message>
        <source>{count} of {total} cannons may shoot {target}</source>
        <translation>{count} von {total} Kanonen dürfen auf {target} schießen</translation>
    </message>
    <message>
        <source>{target} is out of range, by {mm}</source>
        <translation>{target} ist außer Reichweite, um {mm}</translation>
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
        <translation>keine Kanone darf auf {target} schießen</translation>
    </message>
    <message>
        <source>may shoot {target}</source>
        <translation>darf auf {target} schießen</translation>
    </message>
    <message>
        <source>all {total} cannons may shoot {target}</source>
        <translation>alle {total} Kanonen dürfen auf {target} schießen</translation>
    </message>
    <message>
        <source>{target} is out of range</source>
        <translation>{target} ist außer Reichweite</translation>
    </message>
    <message>
        <source>blocked by {piece}</source>
        <translation>von {piece} versperrt</translation>
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
        <source>TOO CLOSE</source>
        <translation>ZU KNAPP</translation>
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
        <translation>Mattenmarken: {seen} von {tags}</translation>
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
</context>
</TS>
