// Package voice owns what is played on the phone: recordings, voice engines, languages and the speech configuration.
//
// # Recordings
//
// A recording is a wav that was uploaded or synthesised. It lives in its list rows. An uploaded file is walked to its
// end and every sample is read. A truncated, silent, differently encoded or too long file is refused by a message of
// its own. The walk gives the peaks that the player draws. A file belongs to one recording.
//
// # Synthesis
//
// A synthesised recording is pending until the job function has made it. A due row repeats abandoned work after a
// minute. The holder of the newest version of the row writes the result. Five tries without a result end it. The sound
// lies under a name of its content, so an order plays what it had, even if the recording changes later.
//
// An engine's profile says what it cannot do. Such a request is refused before anything is stored. An engine's key is
// sealed in a row of its own, is used, and is never shown. Charged engines are marked, and their use is bounded a day
// (package allowance).
//
// # Use by orders
//
// An order notes in its own transaction that it plays a recording. While the order is not settled, the recording
// cannot be deleted. A deletion removes the rows first and leaves a due row. The tick asks again for orders that play
// it, then removes the sounds: every synthesised one, or the uploaded file. A retry of an order with a deleted
// recording says so.
//
// # Languages
//
// Languages ship with the program, Indonesian first. Changes lie over them. The configuration names engine and voice
// for each language.
//
// # Keys
//
// Table campaign: L#recording, SOUND#<id> (W wave, O# orders), SOUND#<file>, L#voiceengine, ENGINE#<id> (KEY, T#
// tests).
package voice
