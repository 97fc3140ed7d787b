// Package emailtemplate owns email templates: designs of emails that a customer keeps and orders start from.
//
// # Keys
//
// Table campaign: ETPL#<id>, L#emailtemplate.
package emailtemplate
