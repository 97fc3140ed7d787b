// Package emaildesign knows an email as a tree of blocks: the contract between editor, template and order. It checks a design and
// compiles it to HTML and text. It stores nothing.
//
// # Compiling
//
// Compile writes a design once, with tables for layout, ghost tables for Outlook, inline styles, and classes that only stacking on
// phones and dark mode need. The result is a Program: bytes that are the same for all recipients, and between them values, links and
// conditions. An email for a recipient is a walk over these parts, so it costs microseconds.
//
// # Safety
//
// A fragment of HTML is parsed, and its known elements, attributes and styles are written anew. Nothing else of it reaches an email, so
// a script cannot, whether package clean saw the design or not. A value is escaped for the place where it stands. The compiled email is
// never sanitised: that would strip what Outlook needs.
//
// # Folders
//
// Package clean sanitises the fragments of a design, package htmlimport reads HTML that was written elsewhere. Both carry libraries that
// only the function edm needs.
package emaildesign
