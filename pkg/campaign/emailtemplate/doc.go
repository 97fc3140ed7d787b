// Package emailtemplate owns email templates: designs of emails that a customer keeps, and that orders start from.
//
// # What may be stored
//
// A design with a problem that cannot be meant, as a link that is none, is refused. One that is only unfinished is stored, and is disabled
// until it is finished. Fragments of HTML are sanitised before they are stored.
//
// # Versions
//
// Every edit makes a version, of which the last 20 are kept. An edit names the version that was read. Restoring makes a new version. An
// order keeps a copy of the design, so neither an edit nor a deletion changes it.
//
// # Keys
//
// Table campaign: ETPL#<id>, ETPLN#<tenant>, L#emailtemplate.
package emailtemplate
